/** Where a model's quote stands in a stored result. Models write `"a": "b"` for `"a":"b"` and wrap lines; the words must be the same. */
import type { PluginResult } from '../../../plugins/plugin.ts'
import { holdsQuote } from '../evidence.ts'

/** Shorter ones stand everywhere and prove nothing. */
const CHARACTERS_MIN = 4

export type FoundQuote = {
  /** As it stands there. */
  quote: string
  /** The text field it stands in, where it stands within one: a log line, a message, a query. */
  line?: string
  /** In a field that anybody may have written. */
  isFreeText: boolean
}

export function findQuote(result: PluginResult, claimed: string): FoundQuote | undefined {
  const quote = claimed.trim()
  if (quote.length < CHARACTERS_MIN || !/[\p{L}\p{N}]/u.test(quote)) return undefined
  return variantsOf(quote)
    .map((variant) => locate(result, variant))
    .find((found) => found !== undefined)
}

/** As it is, without the quotation marks around it, with JSON's own escapes undone, and as compact JSON. */
function variantsOf(quote: string): string[] {
  const bare = quote.replace(/^["'`]([\s\S]*)["'`]$/, '$1')
  const unescaped = bare.replaceAll('\\"', '"').replaceAll('\\n', '\n')
  const compact = quote.replaceAll(/\s*([:,{}[\]])\s*/g, '$1')
  return [...new Set([quote, bare, unescaped, compact])].filter((one) => one.length >= CHARACTERS_MIN)
}

function locate(result: PluginResult, quote: string): FoundQuote | undefined {
  if (!holdsQuote(result, quote)) return undefined
  const leaf = leavesOf(result).find(({ text }) => text.includes(quote))
  if (!leaf) return { quote, isFreeText: false }
  const line = leaf.text.split('\n').find((one) => one.includes(quote)) ?? leaf.text
  return { quote, line, isFreeText: isFreeText(leaf) }
}

type Leaf = { field: string; text: string }

function leavesOf(value: unknown, field = ''): Leaf[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (Array.isArray(value)) return value.flatMap((part) => leavesOf(part, field))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, name))
}

/** Fields whose words are written by whoever uses or runs the system. */
const WRITTEN =
  /^(lines?|logs?|message|msg|text|query|statement|title|culprit|value|frames|description|summary|error|note|application_name|comment|body|content|excerpt|stdout|stderr|output)$/i

function isFreeText({ field, text }: Leaf): boolean {
  return WRITTEN.test(field) || text.length > 200
}
