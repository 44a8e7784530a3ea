/**
 * Between a thing of the document and its form. Only fields a person changed are written; everything else of the thing,
 * known or not, stays as it was.
 */
import { type Fields, isNumber, isRecord, isSame, listOf, numberOf, wordOf } from './exact-json.ts'
import type { Field, Shape } from './shape.ts'

export type ItemValues = Record<string, string | string[]>

/** A plain text stands for a thing with one field. */
export function fieldsOf(shape: Shape, item: unknown): Fields {
  if (typeof item === 'string' && shape.plainField) return { [shape.plainField]: item }
  return isRecord(item) ? item : {}
}

export function valuesOf(shape: Shape, item: unknown): ItemValues {
  const fields = fieldsOf(shape, item)
  return Object.fromEntries(
    Object.entries(shape.fields).map(([name, { kind }]) => [name, formValue(kind, fields[name])]),
  )
}

function formValue(kind: Field['kind'], value: unknown): string | string[] {
  if (kind === 'words') return listOf(value).map(wordOf)
  if (kind === 'lines') return listOf(value).map(wordOf).join('\n')
  return wordOf(value)
}

/** The fields nobody has a form for, as they are shown beside the known ones. */
export function otherFieldsOf(shape: Shape, item: unknown): [string, string][] {
  return Object.entries(fieldsOf(shape, item))
    .filter(([name]) => !Object.hasOwn(shape.fields, name) && !shape.listedApart?.includes(name))
    .map(([name, value]) => [name, wordOf(value)])
}

export function changeItem(shape: Shape, item: unknown, values: ItemValues): unknown {
  const before = valuesOf(shape, item)
  const changed: Record<string, unknown> = { ...fieldsOf(shape, item) }
  for (const [name, { kind, isRequired }] of Object.entries(shape.fields)) {
    const value = values[name] ?? ''
    if (isSame(value, before[name])) continue
    if (value.length === 0 && !isRequired) delete changed[name]
    else changed[name] = writeField(kind, value, changed[name])
  }
  return isPlainAgain(shape, item, changed) ? changed[shape.plainField ?? ''] : changed
}

function writeField(kind: Field['kind'], value: string | string[], before: unknown): unknown {
  if (kind === 'integer') return numberOf(String(value))
  if (kind === 'words' || kind === 'lines') return writeWords(value, listOf(before))
  return isNumber(before) && isDigits(String(value)) ? numberOf(String(value)) : value
}

/** A number among the words stays one where it was not touched. */
function writeWords(value: string | string[], before: readonly unknown[]): unknown[] {
  const words = typeof value === 'string' ? value.split('\n').filter((line) => line.trim() !== '') : value
  return words.map((word) => before.find((one) => wordOf(one) === word) ?? word)
}

function isDigits(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)
}

function isPlainAgain({ plainField }: Shape, item: unknown, changed: Fields): boolean {
  return typeof item === 'string' && plainField !== undefined && Object.keys(changed).join() === plainField
}
