/**
 * Plugin names hold dots, which both protocols refuse in the name of a tool: a dot travels as two underscores. A name
 * that would not come back whole travels shortened, with a digest; it is known again by the tools that were offered.
 */
import { createHash } from 'node:crypto'
import type { ModelTool } from '../../ports/language-model.ts'

/** The narrower of the two protocols' patterns. */
const WIRE_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const READABLE_CHARACTERS = 55
const DIGEST_CHARACTERS = 8

export function toWire(name: string): string {
  const plain = name.replaceAll('.', '__')
  if (WIRE_NAME.test(plain) && withDots(plain) === name) return plain
  const readable = plain.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, READABLE_CHARACTERS)
  return `${readable}_${createHash('sha256').update(name).digest('hex').slice(0, DIGEST_CHARACTERS)}`
}

/** A model may name a tool nobody offered; whoever asked tells it so. */
export function fromWire(wireName: string, tools: readonly ModelTool[]): string {
  return tools.find(({ name }) => toWire(name) === wireName)?.name ?? withDots(wireName)
}

function withDots(wireName: string): string {
  return wireName.replaceAll('__', '.')
}
