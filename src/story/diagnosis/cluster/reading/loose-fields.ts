/** Reads what may have been cut or left out: a wrong shape reads as nothing, and never throws. */

import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { Fields, LogLine } from '../cluster-scene.ts'

/** Reads what may have been cut or left out: a wrong shape reads as nothing, and never throws. */
export function record(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** Where a list was cut, a sentence stands in it; that is no record and is passed over. */
export function records(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null).map(record) : []
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

export function time(value: unknown): Date | undefined {
  const at = typeof value === 'string' ? new Date(value) : undefined
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

export function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(record(value)).filter(([, held]) => ['string', 'number'].includes(typeof held))
  return Object.fromEntries(entries.map(([name, held]) => [name, String(held)]))
}

/** `ReplicaSet/web-5b8f6d7c94`. */
export function kindAndName(value: unknown): { kind: string; name: string } | undefined {
  const [kind, ...rest] = (text(value) ?? '').split('/')
  return kind && rest.length > 0 ? { kind, name: rest.join('/') } : undefined
}

// Amounts of CPU, memory and the like, compared as numbers and said as people write them.

const GIB = 2 ** 30
const MIB = 2 ** 20

export function amountOf(amounts: Readonly<Record<string, string>>, resource: string): number | undefined {
  return readQuantity(amounts[resource])
}

/** `1.5` CPU, `20Gi` memory, `2` of anything else. */
export function sayAmount(resource: string, amount: number): string {
  if (resource === 'cpu' || resource.endsWith('.cpu'))
    return amount < 1 ? `${Math.round(amount * 1000)}m` : plain(amount)
  if (!/memory|storage/.test(resource)) return plain(amount)
  return Math.abs(amount) >= GIB ? `${plain(amount / GIB)}Gi` : `${Math.round(amount / MIB)}Mi`
}

function plain(amount: number): string {
  return String(Math.round(amount * 100) / 100)
}

// One line of a log, with the time it bears, if it bears any near its beginning.

const TIME = /\b(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d\d:?\d\d)?/
const HEAD_CHARACTERS = 160

export function readLogLine(text: string): LogLine {
  const [, day, clock, fraction = '0', zone = 'Z'] = TIME.exec(text.slice(0, HEAD_CHARACTERS)) ?? []
  if (day === undefined) return { text, at: undefined }
  const at = new Date(`${day}T${clock}.${fraction.slice(0, 3)}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
  return { text, at: Number.isNaN(at.getTime()) ? undefined : at }
}
