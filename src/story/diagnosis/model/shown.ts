/** Makes what comes from outside fit for the model: secrets masked, lines that give orders withheld, the rest fenced. */
import type { Redactor } from '../../../guidance/secrecy/redact.ts'
import { withholdOrders } from '../instructions/find-orders.ts'
import type { GivesOrders } from '../instructions/gives-orders.ts'
import { cutMiddle } from './cut-text.ts'
import type { Fence } from './fence.ts'

export type Shown = {
  text(source: string, text: string): string
  /** As compact JSON, so that what is quoted of it is found again. */
  value(source: string, value: unknown, tokensMax: number, hint?: string): string
  /** Written by our own people: imperatives are its nature. */
  runbook(source: string, text: string): string
  /** Said by a person who may, or by ourselves. */
  trusted(source: string, text: string): string
}

type Parts = { redactor: Redactor; givesOrders: GivesOrders; isRunbookOrder: GivesOrders; fence: Fence }

export function createShown({ redactor, givesOrders, isRunbookOrder, fence }: Parts): Shown {
  const { redact, redactValue } = redactor
  return {
    text: (source, text) => fence(source, withholdOrders(redact(text), givesOrders)),
    value(source, value, tokensMax, hint = 'Ask for less.') {
      const text = JSON.stringify(withoutOrders(redactValue(value), givesOrders))
      return fence(source, cutMiddle(text, tokensMax, hint))
    },
    runbook: (source, text) => fence(source, withholdOrders(redact(text), isRunbookOrder)),
    trusted: (source, text) => fence(source, redact(text)),
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
