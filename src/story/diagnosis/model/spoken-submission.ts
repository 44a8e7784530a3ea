/** A diagnosis in whatever form a model gives it: the call that submits, JSON within a text, or, where nothing else came, plain words. */
import type { ModelCall, ModelTurn } from '../../../ports/language-model.ts'
import { SUBMIT } from './model-tools.ts'

type Spoken = Pick<ModelTurn, 'calls' | 'text'>
type Fields = Record<string, unknown>

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
    const parameters = [object, ...ARGUMENTS.map((name) => fieldsOf(object[name]))].find(isDiagnosis)
    if (parameters) return { parameters }
  }
  return undefined
}

function isDiagnosis(fields: Fields | undefined): fields is Fields {
  return fields !== undefined && 'conclusion' in fields
}

/** Arguments written down may be JSON within JSON. */
function fieldsOf(value: unknown): Fields | undefined {
  const read = typeof value === 'string' ? parsed(value) : value
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Fields) : undefined
}

/** Every outermost `{…}` that is JSON, with whatever stands around it: prose, a code block, tags. */
export function* objectsIn(text: string): Generator<Fields> {
  let from = text.indexOf('{')
  for (let tried = 0; from >= 0 && tried < OBJECTS_TRIED; tried += 1) {
    const end = endOfObject(text, from)
    const object = end === undefined ? undefined : fieldsOf(parsed(text.slice(from, end)))
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
