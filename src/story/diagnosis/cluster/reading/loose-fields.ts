import type { Fields } from '../cluster-scene.ts'

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
