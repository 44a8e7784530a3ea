/**
 * Where a model's quote stands in a stored result, and in whose record. Models write `"a": "b"` for `"a":"b"` and wrap lines; the words must
 * be the same.
 */
import type { PluginResult } from '../../../plugins/plugin.ts'
import { type Exhibit, holdsQuote, type Leaf, textsIn } from '../evidence.ts'

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
  const leaf = [...textsIn(result)].find(({ text }) => text.includes(quote))
  if (!leaf) return { quote, isFreeText: false }
  const line = leaf.text.split('\n').find((one) => one.includes(quote)) ?? leaf.text
  return { quote, line, isFreeText: isFreeText(leaf) }
}

/** Fields whose words are written by whoever uses or runs the system. */
const WRITTEN =
  /^(lines?|logs?|message|msg|text|query|statement|title|culprit|value|frames|description|summary|error|note|application_name|comment|body|content|excerpt|stdout|stderr|output)$/i

function isFreeText({ field, text }: Leaf): boolean {
  return WRITTEN.test(field) || text.length > 200
}

// A log of one program proves nothing of another, whatever it says of it: a finding that names an object is proven by what
// was recorded of that very object.

/** Fields by which a record says whose it is. */
const IDENTIFYING =
  /^(name|pod|pod_name|podname|node|nodename|host|hostname|instance|job|service|app|container|deployment|statefulset|daemonset|owner|object|target|database|datname|relname|relation|table|pid|application_name|slot_name|queue|topic|group|consumergroup|cluster|title|issue|id)$/i

/** All names along the way from the answer down to the quote, and those it was asked for; empty where nothing tells. */
export function namesOfRecord({ parameters, result }: Exhibit, quote: string): ReadonlySet<string> {
  const asked = Object.values(parameters).filter((value) => typeof value === 'string' || typeof value === 'number')
  const way = wayTo(result.data, quote) ?? []
  return new Set([...asked, ...way].map((name) => String(name).toLowerCase()))
}

/** Undefined where the quote does not stand below. */
function wayTo(value: unknown, quote: string): string[] | undefined {
  if (typeof value !== 'object' || value === null) return standsIn(value, quote) ? [] : undefined
  const below = Object.values(value)
    .map((part) => wayTo(part, quote))
    .find((way) => way !== undefined)
  if (below === undefined && !JSON.stringify(value).includes(quote)) return undefined
  return [...namesOf(value), ...(below ?? [])]
}

function standsIn(value: unknown, quote: string): boolean {
  return typeof value === 'string' ? value.includes(quote) : String(value) === quote
}

/** Labels of a series or a stream stand in a record of their own beside what they label. */
function namesOf(record: object): string[] {
  if (Array.isArray(record)) return []
  return Object.entries(record).flatMap(([field, value]) => {
    if (typeof value === 'object' && value !== null && /^(labels|metric|stream)$/.test(field)) return namesOf(value)
    const isName = IDENTIFYING.test(field) && (typeof value === 'string' || typeof value === 'number')
    return isName ? [String(value)] : []
  })
}

/** A pod is called after its workload, an object may be written with its kind, a host with its port. */
export function isRecordOf(names: ReadonlySet<string>, object: string): boolean {
  const wanted = object.toLowerCase()
  return [...names].some((name) => {
    const bare = name.replace(/^[a-z]+\//, '').replace(/:\d+$/, '')
    return bare === wanted || bare.startsWith(`${wanted}-`) || wanted.startsWith(`${bare}-`) || holdsWord(name, wanted)
  })
}

function holdsWord(text: string, word: string): boolean {
  const at = text.indexOf(word)
  if (at === -1) return false
  const isEdge = (character: string | undefined) => character === undefined || !/[\w]/.test(character)
  return isEdge(text[at - 1]) && isEdge(text[at + word.length])
}

// Which of the objects that were seen a sentence names.

/** Fields in which a listing names an object. */
const NAMING = /^(name|pod|pod_name|nodename|node|deployment|relname|datname|slot_name|application_name)$/i
const WRITTEN_BY_ANYBODY =
  /^(labels|annotations|marks|env|args|command|tags|frames|lines|query|message|ports|containers|volumes|conditions)$/i
/** Shorter ones are words of everyday speech. */
const NAME_CHARACTERS_MIN = 3

export function objectNames(exhibits: readonly Exhibit[]): ReadonlySet<string> {
  const all = exhibits.flatMap(({ result }) => (result.success ? [...textsIn(result.data, WRITTEN_BY_ANYBODY)] : []))
  const names = all.filter(({ field, text }) => NAMING.test(field) && text.length >= NAME_CHARACTERS_MIN)
  return new Set(names.map(({ text }) => text.toLowerCase()))
}

/** As whole words, and sessions by their number. */
export function namedIn(text: string, names: ReadonlySet<string>): string[] {
  const words = new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}_.-]+/u)
      .flatMap((word) => [word, word.replace(/^[.-]+|[.-]+$/g, '')]),
  )
  const pids = [...text.matchAll(/\bpid (\d+)/gi)].flatMap(([, pid]) => pid ?? [])
  return [...[...names].filter((name) => words.has(name)), ...pids]
}
