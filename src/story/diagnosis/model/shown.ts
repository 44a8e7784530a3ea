/** Makes what comes from outside fit for the model: secrets masked, lines that give orders withheld, the rest fenced. */
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import type { InstructionFlag } from '../../incident/diagnosis.ts'
import { WITHHELD, withholdOrders } from '../instructions/find-orders.ts'
import type { GivesOrders } from '../instructions/gives-orders.ts'
import { cutMiddle } from './cut-text.ts'
import type { Fence } from './fence.ts'
import { repeatsOrders } from './repeated-orders.ts'

/** What we wrote ourselves, which may repeat what others did. */
export type OwnWords = {
  /** Withheld only where it repeats, word by word, a line that was found to give orders. */
  said(text: string): string
  /** A piece of what came from outside, within a line of ours. */
  quoted(text: string): string
}

export type Shown = {
  text(source: string, text: string): string
  /** As compact JSON, so that what is quoted of it is found again. `hint` says how to read what was cut, from a place on. */
  value(source: string, value: unknown, tokensMax: number, hint?: (from: number) => string): string
  /** The same without a fence and without an end. */
  json(value: unknown): string
  /** The value without secrets and without lines that give orders. */
  clean<Value>(value: Value): Value
  /** Written by our own people: imperatives are its nature. */
  runbook(source: string, text: string): string
  /** Said by a person who may, or by ourselves. */
  trusted(source: string, text: string): string
  /** `flags` are the lines found to give orders. */
  own(flags: readonly InstructionFlag[]): OwnWords
}

type Parts = { redactor: Redactor; givesOrders: GivesOrders; isRunbookOrder: GivesOrders; fence: Fence }

export function createShown({ redactor, givesOrders, isRunbookOrder, fence }: Parts): Shown {
  const { redact, redactValue } = redactor
  const clean = <Value>(value: Value) => withoutOrders(redactValue(value), givesOrders) as Value
  const json = (value: unknown) => JSON.stringify(clean(value)) ?? ''
  return {
    json,
    clean,
    text: (source, text) => fence(source, withholdOrders(redact(text), givesOrders)),
    value: (source, value, tokensMax, hint = () => 'Ask for less.') =>
      fence(source, cutMiddle(json(value), tokensMax, hint)),
    runbook: (source, text) => fence(source, withholdOrders(redact(text), isRunbookOrder)),
    trusted: (source, text) => fence(source, redact(text)),
    own: (flags) => ({
      said: (text) => (repeatsOrders(text, flags) ? WITHHELD : redact(text)),
      quoted: (text) => withholdOrders(redact(text), givesOrders),
    }),
  }
}

function withoutOrders(value: unknown, givesOrders: GivesOrders): unknown {
  if (typeof value === 'string') return withholdOrders(value, givesOrders)
  if (Array.isArray(value)) return value.map((part) => withoutOrders(part, givesOrders))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([name, part]) => [withholdOrders(name, givesOrders), withoutOrders(part, givesOrders)] as const,
  )
  return Object.fromEntries(entries)
}
