import { MASK } from './mask.ts'
import { isSecretName } from './secret-names.ts'
import { isSeveralSecrets, maskElements } from './several-secrets.ts'

const DEPTH_MAX = 40

type Walk = { redact: (text: string) => string; ancestors: Set<object>; finished: Map<object, unknown> }

/** A copy fit to be shown: texts redacted, values under secret names masked, no cycles and no bottomless depth. */
export function redactDeep(value: unknown, redact: (text: string) => string): unknown {
  return copy(value, { redact, ancestors: new Set(), finished: new Map() })
}

function copy(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return walk.redact(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (walk.ancestors.has(value)) return '[circular]'
  if (walk.ancestors.size >= DEPTH_MAX) return '[too deep]'
  // What is referred to twice is copied once: otherwise a small graph could unfold into a huge tree.
  if (walk.finished.has(value)) return walk.finished.get(value)
  walk.ancestors.add(value)
  const copied = copyObject(value, walk)
  walk.ancestors.delete(value)
  walk.finished.set(value, copied)
  return copied
}

function copyObject(value: object, walk: Walk): unknown {
  if (Array.isArray(value)) return value.map((element) => copy(element, walk))
  // Bytes cannot be searched for what they mean, so they are counted instead.
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (value instanceof Error) return copyError(value, walk)
  if (value instanceof Map) return new Map([...value].map(([key, held]) => copyEntry(key, held, walk)))
  if (value instanceof Set) return new Set([...value].map((element) => copy(element, walk)))
  if ('toJSON' in value && typeof value.toJSON === 'function') return copy(value.toJSON(), walk)
  return copyRecord(value, walk)
}

function copyRecord(value: object, walk: Walk): object {
  const entries = Object.entries(value).map(([key, held]) => copyEntry(key, held, walk))
  // fromEntries defines rather than assigns: a `__proto__` out of parsed JSON stays an ordinary key.
  const record = Object.fromEntries(entries)
  // A pod's environment: { name: 'DB_PASSWORD', value: '…' }.
  if ('value' in value && 'name' in value && isSecretName(String(value.name))) record.value = mask(value.value)
  return record
}

function copyEntry<K>(key: K, held: unknown, walk: Walk): [K, unknown] {
  if (typeof key !== 'string') return [key, copy(held, walk)]
  return [walk.redact(key) as K & string, isSecretName(key) ? mask(held) : copy(held, walkUnder(key, walk))]
}

/** What is held there is copied anew: elsewhere it may be shown. */
function walkUnder(key: string, walk: Walk): Walk {
  if (!isSeveralSecrets(key)) return walk
  return { ...walk, redact: (text) => maskElements(walk.redact(text)), finished: new Map() }
}

/** What says only whether there is a secret may stay: null, a boolean, the empty string. */
function mask(held: unknown): unknown {
  return held === '' || held === null || held === undefined || typeof held === 'boolean' ? held : MASK
}

/** Stays an error of its kind, so that `instanceof` and a logger's serialiser still know it. */
function copyError(error: Error, walk: Walk): Error {
  const copied = Object.create(Object.getPrototypeOf(error)) as Error
  for (const key of new Set(['message', 'stack', 'cause', ...Object.keys(error)])) {
    if (!(key in error)) continue
    const [, value] = copyEntry(key, error[key as keyof Error], walk)
    Object.defineProperty(copied, key, {
      value,
      enumerable: Object.keys(error).includes(key),
      configurable: true,
      writable: true,
    })
  }
  return copied
}
