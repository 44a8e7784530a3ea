/** A submitted diagnosis as it is read: with what is wrong about its form, and with as much as can be understood of it. */

import type { ModelCall, ModelTurn } from '../../../ports/language-model.ts'
import type { Situation } from '../../incident/diagnosis.ts'
import type { WantedAction } from '../../incident/wanted-step.ts'
import { record } from '../cluster/reading/loose-fields.ts'
import { SUBMIT } from './model-tools.ts'
import { plainText } from './shown.ts'

export type ClaimedEvidence = {
  call: string
  quote: string
  /** The number it was cited by before an interruption, where the same was asked again. */
  askedBefore?: string
}
export type ClaimedFinding = { text: string; evidence: readonly ClaimedEvidence[] }

export type Submission = {
  conclusion: string
  confidence: number
  /** Undefined where it was not said, or not in a word we know. */
  situation: Situation | undefined
  keyFindings: readonly ClaimedFinding[]
  ruledOut: readonly string[]
  suggestedActions: readonly string[]
  actions: readonly WantedAction[]
}

type Read = { submission: Submission; problems: readonly string[] }
type Fields = Readonly<Record<string, unknown>>

const SITUATIONS: readonly Situation[] = ['fault', 'recovered', 'works_as_designed', 'not_found', 'unclear']
/** Who does not say how sure he is, is not. */
const CONFIDENCE_UNSAID = 0.3
const ITEMS_MAX = 10
const ACTIONS_MAX = 5
const CONCLUSION_CHARACTERS_MAX = 2_000
const TEXT_CHARACTERS_MAX = 500
const QUOTE_CHARACTERS_MAX = 300

export function readSubmission(given: Fields, malformed?: string): Read {
  const problems: string[] = []
  const note = (problem: string) => void problems.push(problem)
  if (malformed !== undefined) note('the arguments were not one JSON object')
  const submission = {
    conclusion: plainText(given.conclusion, CONCLUSION_CHARACTERS_MAX),
    confidence: confidenceIn(given.confidence, note),
    situation: situationIn(given.situation, note),
    keyFindings: findingsIn(given, note),
    ruledOut: textsIn(given.ruled_out, 'ruled_out', note),
    suggestedActions: textsIn(given.suggested_actions, 'suggested_actions', note),
    actions: actionsIn(given.remediation, note),
  }
  if (submission.conclusion === '') note('conclusion must say in words what was found')
  if (submission.keyFindings.length === 0) note('key_findings must hold at least one finding with its evidence')
  return { submission, problems }
}

function confidenceIn(given: unknown, note: (problem: string) => void): number {
  if (typeof given === 'number' && given >= 0 && given <= 1) return given
  note('confidence must be a number from 0 to 1')
  return CONFIDENCE_UNSAID
}

function situationIn(given: unknown, note: (problem: string) => void): Situation | undefined {
  const known = SITUATIONS.find((one) => one === given)
  if (!known) note(`situation must be one of ${SITUATIONS.join(', ')}`)
  return known
}

function listIn(given: unknown, field: string, note: (problem: string) => void): readonly unknown[] {
  if (Array.isArray(given)) return given
  if (given !== undefined && given !== null) note(`${field} must be a list`)
  return []
}

function textsIn(given: unknown, field: string, note: (problem: string) => void): string[] {
  return listIn(given, field, note)
    .slice(0, ITEMS_MAX)
    .map((text) => plainText(text, TEXT_CHARACTERS_MAX))
    .filter((text) => text !== '')
}

/** References may stand beside the findings, as they do in the diagnosis our API shows. */
function findingsIn({ key_findings, evidence, conclusion }: Fields, note: (problem: string) => void): ClaimedFinding[] {
  const findings = listIn(key_findings, 'key_findings', note).slice(0, ITEMS_MAX).map(readFinding)
  const beside = readEvidence(evidence)
  if (beside.length === 0) return findings
  const bare = findings.findIndex((finding) => finding.evidence.length === 0)
  const carrier = findings[bare] ?? { text: plainText(conclusion, TEXT_CHARACTERS_MAX), evidence: [] }
  const whole = { ...carrier, evidence: beside }
  return bare >= 0 ? findings.with(bare, whole) : [...findings, whole]
}

/** A finding may be a plain sentence; where it names a call and quotes, that is its evidence. */
export function readFinding(given: unknown): ClaimedFinding {
  if (typeof given === 'string') return { text: plainText(given, TEXT_CHARACTERS_MAX), evidence: quotedIn(given) }
  const { text, evidence } = record(given)
  return { text: plainText(text, TEXT_CHARACTERS_MAX), evidence: readEvidence(evidence) }
}

/** A quote is compared with what is stored, so nothing is made plain here. */
function readEvidence(given: unknown): ClaimedEvidence[] {
  const claimed = Array.isArray(given) ? given.slice(0, ITEMS_MAX).map(record) : []
  return claimed.map(({ call, quote }) => ({
    call: String(call ?? '').slice(0, TEXT_CHARACTERS_MAX),
    quote: String(quote ?? '').slice(0, QUOTE_CHARACTERS_MAX),
  }))
}

/** A call's number, and after it a field as JSON writes it, or words in quotation marks. */
const QUOTED =
  /\b(C\d{1,4}|Q\d{1,3}\.\d{1,3})\b[^"“`\n]{0,30}(?:("[\w.-]{1,60}"\s*:\s*(?:"[^"\n]{0,200}"|[\w.+-]{1,40}))|"([^"\n]{4,300})"|“([^”\n]{4,300})”|`([^`\n]{4,300})`)/g

function quotedIn(text: string): ClaimedEvidence[] {
  const found = [...text.slice(0, CONCLUSION_CHARACTERS_MAX).matchAll(QUOTED)].slice(0, ITEMS_MAX)
  return found.map(([, call = '', ...forms]) => ({ call, quote: forms.find((form) => form !== undefined) ?? '' }))
}

function actionsIn(given: unknown, note: (problem: string) => void): WantedAction[] {
  if (given === null || given === undefined) return []
  const { actions } = record(given)
  if (!Array.isArray(actions)) note('remediation must be null, or hold a list of actions')
  const listed = Array.isArray(actions) ? actions : []
  if (listed.length > ACTIONS_MAX) note(`remediation holds more than ${ACTIONS_MAX} actions`)
  return listed.slice(0, ACTIONS_MAX).map((action) => {
    const { plugin, parameters, why } = record(action)
    return {
      plugin: plainText(plugin, TEXT_CHARACTERS_MAX),
      parameters: record(parameters),
      why: plainText(why, TEXT_CHARACTERS_MAX),
    }
  })
}

// A diagnosis in whatever form a model gives it: the call that submits, JSON within a text, or, where nothing else came,
// plain words.

type Spoken = Pick<ModelTurn, 'calls' | 'text'>

/** Where a model without tools writes its call down, the arguments stand under one of these. */
const ARGUMENTS = ['arguments', 'parameters', 'input', SUBMIT]
const OBJECTS_TRIED = 20

export function submittedIn({ calls, text }: Spoken): Pick<ModelCall, 'parameters' | 'malformed'> | undefined {
  const call = calls.find(({ tool }) => tool === SUBMIT)
  if (call) return call.malformed === undefined ? call : (diagnosisIn(call.malformed) ?? call)
  return calls.length > 0 ? undefined : diagnosisIn(text)
}

/** Sentences that are all a model had to say; nothing where it is a question back or hardly a word. */
export function proseIn({ calls, text }: Spoken): string | undefined {
  const words = text.trim()
  return calls.length === 0 && words.length >= 20 && !words.endsWith('?') ? words : undefined
}

function diagnosisIn(text: string): { parameters: Fields } | undefined {
  for (const object of objectsIn(text)) {
    const parameters = [object, ...ARGUMENTS.map((name) => objectOf(object[name]))].find(isDiagnosis)
    if (parameters) return { parameters }
  }
  return undefined
}

function isDiagnosis(fields: Fields | undefined): fields is Fields {
  return fields !== undefined && 'conclusion' in fields
}

/** Arguments written down may be JSON within JSON. */
function objectOf(value: unknown): Fields | undefined {
  const read = typeof value === 'string' ? parsed(value) : value
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Fields) : undefined
}

/** Every outermost `{…}` that is JSON, with whatever stands around it: prose, a code block, tags. */
export function* objectsIn(text: string): Generator<Fields> {
  let from = text.indexOf('{')
  for (let tried = 0; from >= 0 && tried < OBJECTS_TRIED; tried += 1) {
    const end = endOfObject(text, from)
    const object = end === undefined ? undefined : objectOf(parsed(text.slice(from, end)))
    if (object) yield object
    from = text.indexOf('{', object && end !== undefined ? end : from + 1)
  }
}

/** After the brace that closes the one at `from`; braces within strings do not count. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0
  let isString = false
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (isString && sign === '\\') at += 1
    else if (sign === '"') isString = !isString
    else if (!isString && sign === '{') depth += 1
    else if (!isString && sign === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
