/** Reads what may have been cut or left out: a wrong shape reads as nothing, and never throws. */
import type { Exhibit } from '../../evidence.ts'

export type Fields = Readonly<Record<string, unknown>>
/** The data of an answer as it stands, and the exhibit it came in. */
export type Seen<Thing> = { exhibit: Exhibit; thing: Thing }
/** A thing, the exhibit it was seen in, and the very JSON it was read from, which can be quoted. */
export type Shown<Thing> = Thing & { readonly exhibit: Exhibit; readonly source: Fields }

/** The type of a thing is what its reader makes of it. */
export type ReadBy<Reader extends (source: Fields) => unknown> = ReturnType<Reader>

export function shown<Thing>(read: (source: Fields) => Thing): (source: Fields, exhibit: Exhibit) => Shown<Thing> {
  return (source, exhibit) => ({ exhibit, source, ...read(source) })
}

export function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** Where a list was cut, a sentence stands in it; that is no record and is passed over. */
export function records(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null).map(record) : []
}

export function eachOf<Thing>(value: unknown, read: (source: Fields) => Thing): readonly Thing[] {
  return records(value).map(read)
}

export function words(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function truth(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

export function time(value: unknown): Date | undefined {
  const at = typeof value === 'string' ? new Date(value) : undefined
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

export function texts(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(record(value)).filter(([, held]) => ['string', 'number'].includes(typeof held))
  return Object.fromEntries(entries.map(([name, held]) => [name, String(held)]))
}

/** `ReplicaSet/web-5b8f6d7c94`. */
export function kindAndName(value: unknown): { kind: string; name: string } | undefined {
  const [kind, ...rest] = (text(value) ?? '').split('/')
  return kind && rest.length > 0 ? { kind, name: rest.join('/') } : undefined
}

export function keyOf(source: Fields): { namespace: string; name: string } {
  return { namespace: text(source.namespace) ?? '', name: text(source.name) ?? '' }
}
