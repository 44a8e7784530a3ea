/** Answers the calls a model makes. */

import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { DiagnosticPlugin, Plugin } from '../../../plugins/plugin.ts'
import type { ModelCall, ModelMessage } from '../../../ports/language-model.ts'
import type { Evidence, Exhibit } from '../evidence.ts'
import { fittingParameters } from '../gates/fitting-parameters.ts'
import type { Subject } from '../subject.ts'
import { isDeed, isLook, READ_CALL, SUBMIT } from './model-tools.ts'
import { strangeHostIn } from './named-hosts.ts'
import type { Shown } from './shown.ts'

// Carries out what the model called in one turn, all at once, and words the answers. A mistake is answered with what would be right.

type ToolAnswer = Extract<ModelMessage, { role: 'tool' }>

type Desk = {
  plugins: readonly Plugin[]
  evidence: Evidence
  shown: Shown
  redactor: Redactor
  subject: Subject
  environment: EnvironmentMap
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
  const strange = tool === SHELL ? strangeHostIn(String(parameters.command), sourcesOf(desk)) : undefined
  if (strange !== undefined) return { mistake: strangeHost(strange) }
  return { plugin }
}

function sourcesOf({ subject, environment, evidence: { exhibits } }: Desk) {
  return { subject, environment, exhibits }
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

// Reads on in what an earlier call answered: nothing is asked anew, so the numbers of the calls stay as they are.

type Given = { exhibits: readonly Exhibit[]; shown: Shown }
type Fields = Readonly<Record<string, unknown>>

const PAGE_CHARACTERS = 7_000
const AROUND_CHARACTERS = 200
const PLACES_MAX = 12

function readCall({ call, from, find }: Fields, { exhibits, shown }: Given): { text: string } | { mistake: string } {
  const exhibit = exhibits.find(({ id }) => id === String(call).trim().toUpperCase())
  if (!exhibit)
    return {
      mistake: `There is no call ${String(call).slice(0, 20)}. There are ${exhibits[0]?.id ?? 'none'} to ${exhibits.at(-1)?.id ?? 'none'}.`,
    }
  const whole = shown.json(exhibit.result)
  const page = typeof find === 'string' && find !== '' ? placesOf(whole, find) : pageOf(whole, exhibit.id, Number(from))
  return { text: `${exhibit.id}\n${shown.trusted(`${exhibit.id} ${exhibit.plugin}`, page)}` }
}

function pageOf(whole: string, id: string, from: number): string {
  const start = Number.isFinite(from) ? Math.min(Math.max(0, Math.floor(from)), whole.length) : 0
  const end = Math.min(start + PAGE_CHARACTERS, whole.length)
  const rest = end < whole.length ? ` [${whole.length - end} characters follow: ${howToReadOn(id, end)}]` : ' [end]'
  return `${whole.slice(start, end).toWellFormed()}${rest}`
}

function placesOf(whole: string, find: string): string {
  const lower = whole.toLowerCase()
  const words = find.toLowerCase()
  const places: string[] = []
  let at = lower.indexOf(words)
  while (at >= 0 && places.length < PLACES_MAX) {
    const end = at + words.length + AROUND_CHARACTERS
    places.push(`[at ${at}] …${whole.slice(Math.max(0, at - AROUND_CHARACTERS), end).toWellFormed()}…`)
    at = lower.indexOf(words, end)
  }
  return places.length === 0 ? 'Those words do not stand in it.' : places.join('\n')
}

function howToReadOn(id: string, from: number): string {
  return `${READ_CALL} {"call":"${id}","from":${from}}, or with "find" for the places of a word`
}
