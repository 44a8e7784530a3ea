/** Carries out what the model called in one turn, all at once, and words the answers. A mistake is answered with what would be right. */
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { DiagnosticPlugin, Plugin } from '../../../plugins/plugin.ts'
import type { ModelCall, ModelMessage } from '../../../ports/language-model.ts'
import type { Evidence, Exhibit } from '../evidence.ts'
import { fittingParameters } from '../gates/fitting-parameters.ts'
import { isDeed, isLook, READ_CALL, SUBMIT } from './model-tools.ts'
import { howToReadOn, readCall } from './read-call.ts'
import type { Shown } from './shown.ts'

type ToolAnswer = Extract<ModelMessage, { role: 'tool' }>

type Desk = {
  plugins: readonly Plugin[]
  evidence: Evidence
  shown: Shown
  redactor: Redactor
  /** The first host a command would ask a name server for although nothing names it. */
  strangeHostIn(command: string): string | undefined
  /** How many calls the model has left, mistakes among them. */
  callsLeft: number
  /** Exhibits whose results the model has before it. */
  seen: Set<string>
  /** The tool by which the talk ends. */
  endWith?: string
}

const RESULT_TOKENS_MAX = 2_500
const NAMES_SHOWN = 40

export function answerCalls(calls: readonly ModelCall[], desk: Desk): Promise<ToolAnswer[]> {
  return Promise.all(calls.map((call, at) => answerCall(call, desk, at < desk.callsLeft)))
}

async function answerCall(call: ModelCall, desk: Desk, isWithinBudget: boolean): Promise<ToolAnswer> {
  if (isWithinBudget && call.tool === READ_CALL) return answerReading(call, desk)
  const checked = isWithinBudget ? checkCall(call, desk) : { mistake: budgetSpent(desk) }
  if ('mistake' in checked) return toolAnswer(call, checked.mistake, true)
  // Nothing is awaited before this: numbers are given in the order of the calls.
  const exhibit = await desk.evidence.ask(checked.plugin.name, call.parameters)
  if (!exhibit) return toolAnswer(call, budgetSpent(desk), true)
  return toolAnswer(call, wordExhibit(exhibit, desk), !exhibit.result.success)
}

/** Nothing is awaited: what stands there stands there. */
function answerReading(call: ModelCall, { evidence: { exhibits }, shown }: Desk): ToolAnswer {
  const read = readCall(call.parameters, { exhibits, shown })
  return 'mistake' in read ? toolAnswer(call, read.mistake, true) : toolAnswer(call, read.text, false)
}

function budgetSpent({ endWith = SUBMIT }: Desk): string {
  return `Not carried out: the calls are used up. Call ${endWith} with what you know.`
}

export function toolAnswer({ id, tool }: ModelCall, text: string, isError: boolean): ToolAnswer {
  return { role: 'tool', callId: id, tool, text, isError }
}

type CheckedCall = { plugin: DiagnosticPlugin } | { mistake: string }

function checkCall({ tool, parameters, malformed }: ModelCall, desk: Desk): CheckedCall {
  const { plugins, redactor, endWith = SUBMIT } = desk
  const plugin = plugins.find(({ name }) => name === tool)
  if (!plugin) return { mistake: `There is no tool of that name. There are: ${namesOf(plugins, endWith)}.` }
  if (isDeed(plugin))
    return { mistake: `${tool} changes systems and cannot be called.${endWith === SUBMIT ? NAME_INSTEAD : ''}` }
  if (!isLook(plugin)) return { mistake: `${tool} cannot be called.` }
  if (malformed !== undefined)
    return { mistake: `The arguments must be one JSON object with these fields: ${fieldsOf(plugin)}.` }
  const checked = fittingParameters(plugin, parameters)
  if ('error' in checked) return { mistake: `${checked.error}. The fields are: ${fieldsOf(plugin)}.` }
  if (JSON.stringify(redactor.redactValue(parameters)) !== JSON.stringify(parameters))
    return { mistake: 'The parameters hold what looks like a secret; it is not sent anywhere.' }
  const strange = tool === SHELL ? desk.strangeHostIn(String(parameters.command)) : undefined
  if (strange !== undefined) return { mistake: strangeHost(strange) }
  return { plugin }
}

const NAME_INSTEAD = ` Name it in remediation of ${SUBMIT} instead.`
const SHELL = 'shell.exec'

function strangeHost(host: string): string {
  return `${host} is named neither in the alert's labels, nor in the environment context, nor in a listing, so no name server is asked for it. Look first where it is used.`
}

function namesOf(plugins: readonly Plugin[], endWith: string): string {
  return [...plugins.filter(isLook).slice(0, NAMES_SHOWN), { name: READ_CALL }, { name: endWith }]
    .map(({ name }) => name)
    .join(', ')
}

function fieldsOf({ parameters: { properties, required = [] } }: Plugin): string {
  const fields = Object.entries(properties).map(
    ([name, { type }]) => `${name} (${type}${required.includes(name) ? ', required' : ''})`,
  )
  return fields.join(', ') || 'none'
}

function wordExhibit({ id, plugin, result }: Exhibit, { shown, seen }: Desk): string {
  if (seen.has(id)) return `${id}\nThis was asked before; the answer stands above.`
  seen.add(id)
  return `${id}\n${shown.value(`${id} ${plugin}`, result, RESULT_TOKENS_MAX, (from) => `The rest: ${howToReadOn(id, from)}.`)}`
}
