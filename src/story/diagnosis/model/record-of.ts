/**
 * Whose record a quote stands in. A log of one program proves nothing of another, whatever it says of it: a finding that names
 * an object is proven by what was recorded of that very object.
 */
import type { Exhibit } from '../evidence.ts'

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
