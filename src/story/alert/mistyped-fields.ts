import { type FieldProblem, Problem } from '../../problem.ts'
import { type Fields, has, isFields, kindOf } from './body-field.ts'

/** What a body may carry whatever its shape; the message of an alert manager is nobody's. */
const TEXTS = ['message', 'sender_id', 'chat_id', 'timestamp'] as const

/** Who got several fields wrong hears of all of them at once, not of one after the other. */
export function refuseMistyped(body: unknown): void {
  if (!isFields(body)) return
  const details = [...mistypedTexts(body), ...mistypedMetadata(body)]
  const [first, ...more] = details.map(({ field, message }) => `${field}: ${message}`)
  if (first) throw new Problem('VALIDATION_ERROR', [first, ...more].join('; '), { details })
}

function mistypedTexts(fields: Fields): FieldProblem[] {
  const read = TEXTS.filter((name) => name !== 'message' || !Array.isArray(fields.alerts))
  const wrong = read.filter((name) => has(fields, name) && typeof fields[name] !== 'string')
  return wrong.map((field) => ({ field, message: `must be a string, but is ${kindOf(fields[field])}` }))
}

function mistypedMetadata(fields: Fields): FieldProblem[] {
  if (!has(fields, 'metadata') || isFields(fields.metadata)) return []
  return [{ field: 'metadata', message: `must be an object, but is ${kindOf(fields.metadata)}` }]
}
