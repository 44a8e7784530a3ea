/** A value of the document as a person reads it: fields by their names, one thing on a line, and no signs of JSON. */
import { isRecord, wordOf } from './exact-json.ts'

export function tellValue(value: unknown): string {
  return linesOf(value).join('\n')
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => bulleted(linesOf(one)))
  if (isRecord(value)) return Object.entries(value).flatMap(([name, one]) => named(name, one))
  return wordOf(value).split('\n')
}

function named(name: string, value: unknown): string[] {
  const isWhole = isRecord(value) || Array.isArray(value)
  const lines = linesOf(value)
  return isWhole || lines.length > 1
    ? [`${name}:`, ...lines.map((line) => `  ${line}`)]
    : [`${name}: ${lines[0] ?? ''}`]
}

function bulleted(lines: readonly string[]): string[] {
  return lines.map((line, place) => (place === 0 ? `- ${line}` : `  ${line}`))
}
