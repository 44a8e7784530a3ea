/** Answers the calls a model makes. */
import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { DiagnosticPlugin, Plugin } from '../../../plugins/plugin.ts'
import { READ_PROGRAMS } from '../../../plugins/shell/read-programs.ts'
import { tokenize } from '../../../plugins/shell/tokenize.ts'
import type { ModelCall, ModelMessage } from '../../../ports/language-model.ts'
import { type Evidence, type Exhibit, textsIn } from '../evidence.ts'
import { fittingParameters } from '../gates/fitting-parameters.ts'
import type { Subject } from '../subject.ts'
import { isDeed, isLook, READ_CALL, SUBMIT } from './model-tools.ts'
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
  const { subject, environment, evidence } = desk
  const named = { subject, environment, exhibits: evidence.exhibits }
  const strange = tool === SHELL ? strangeHostIn(String(parameters.command), named) : undefined
  if (strange !== undefined) return { mistake: `${strange} ${NAMED_NOWHERE}` }
  return { plugin }
}

const NAME_INSTEAD = ` Name it in remediation of ${SUBMIT} instead.`
const SHELL = 'shell.exec'

const NAMED_NOWHERE =
  "is named neither in the alert's labels, nor in the environment context, nor in a listing, so no name server is asked for it. Look first where it is used."

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

// A question to a name server leaves the house, and whoever answers for a zone reads every name that is asked of it. So a
// model asks only for hosts that stand in the alert's labels, the environment context or a listing; people ask for what
// they like.

type Sources = { subject: Subject; environment: EnvironmentMap; exhibits: readonly Exhibit[] }

const RECORD_TYPE = /^(A|AAAA|ANY|CAA|CNAME|MX|NS|PTR|SOA|SRV|TXT)$/i
/** Fields in which a listing names an object; a label or an annotation of one may say anything. */
const NAMING = /^(name|namespace|pod|pod_name|node|nodename|deployment|service|database|datname)$/i
const WRITTEN_BY_ANYBODY = /^(labels|annotations|env|args|command|tags|frames|lines|query|message)$/i
/** Fields in which a listing tells where something is. */
const PLACING = /^(host|hostname|ip|ips|pod_?ip|host_?ip|cluster_?ip|address|client_addr|instance|internal_?ip)$/i
const IN_CLUSTER = /\.svc(\.cluster\.local)?$/

/** The first host of the command that nothing names; undefined where there is none, or the command asks no name server. */
export function strangeHostIn(command: string, sources: Sources): string | undefined {
  const hosts = hostsIn(command)
  if (hosts.length === 0) return undefined
  const known = namedHosts(sources)
  return hosts.find((host) => !isNamed(host, known))
}

function hostsIn(command: string): string[] {
  const tokens = tokenize(command)
  if ('refusal' in tokens) return []
  const [program = '', ...words] = tokens.words
  if (program === 'getent') return /^a?hosts/.test(words[0] ?? '') ? words.slice(1) : []
  if (program !== 'dig') return []
  const flags = READ_PROGRAMS.dig?.flags ?? {}
  return words.filter((word, at) => {
    const isValue = flags[words[at - 1] ?? ''] === 'word'
    return !/^[-+]/.test(word) && !(RECORD_TYPE.test(word) && (isValue || words.length > 1))
  })
}

function namedHosts({ subject, environment, exhibits }: Sources): ReadonlySet<string> {
  const named = new Set<string>()
  const add = (text: string) => {
    for (const form of formsOf(text.toLowerCase())) named.add(form)
  }
  for (const value of Object.values(subject.labels)) add(value)
  for (const { name, namespace, dependencies } of environment.services) [name, namespace, ...dependencies].forEach(add)
  for (const { name, host, databases } of environment.databases) [name, host, ...databases].forEach(add)
  for (const { name } of environment.middleware) add(name)
  for (const { result } of exhibits)
    if (result.success)
      for (const { field, text } of textsIn(result.data, WRITTEN_BY_ANYBODY))
        if (NAMING.test(field) || PLACING.test(field)) add(text)
  return named
}

/** `db.internal:5432`, `https://db.internal/x` and `Service/db` name their hosts. */
function formsOf(text: string): string[] {
  const host = text.replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?/, '').replace(/[/?#].*$/, '')
  return [text, host, host.replace(/:\d+$/, ''), text.replace(/^[a-z]+\//, '')].filter((form) => form !== '')
}

/** A Service is also reached as name.namespace, with or without the cluster's own ending. */
function isNamed(host: string, known: ReadonlySet<string>): boolean {
  const asked = host.toLowerCase().replace(/\.$/, '')
  const parts = asked.replace(IN_CLUSTER, '').split('.')
  return known.has(asked) || (parts.length <= 2 && parts.every((part) => known.has(part)))
}
