import { MASK } from './mask.ts'

// Shorter values are also ordinary words, and masking those would hide what happened.
const LENGTH_MIN = 6

const BUCKETS = 65_536

/** Builds one pass over the text for all known values in all the forms in which they travel. */
export function compileKnownSecrets(values: readonly string[]): (text: string) => string {
  const forms = new Set(values.filter((value) => value.length >= LENGTH_MIN).flatMap(formsOf))
  if (forms.size === 0) return (text) => text
  const index = indexByBeginning(forms)
  return (text) => maskForms(text, index)
}

function formsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const jsonTwice = JSON.stringify(json).slice(1, -1)
  return [value, json, jsonTwice, ...urlForms(value), ...base64Forms(value)]
    .map((form) => form.replace(/^\\+|\\+$/g, '')) // Whether a backslash at the rim is half an escape, no one can tell.
    .filter((form) => form.length >= LENGTH_MIN)
}

function urlForms(value: string): string[] {
  const usual = encodeURIComponent(value.toWellFormed())
  const strict = usual.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams({ '': value }).toString().slice(1)
  const upper = [usual, strict, form]
  return [...upper, ...upper.map((text) => text.replace(/%../g, (code) => code.toLowerCase()))]
}

/** Whole, and as it looks in the middle of a longer encoded text, where it may begin at any of three offsets. */
function base64Forms(value: string): string[] {
  const whole = Buffer.from(value).toString('base64')
  const inner = [0, 1, 2].map((offset) => innerBase64(Buffer.from(value), offset))
  const standard = [whole, whole.replace(/=+$/, ''), ...inner]
  return [...standard, ...standard.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))]
}

/** Only the characters made of the value's own bits: those at both ends depend on its neighbours. */
function innerBase64(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  return encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
}

type Index = { mayBegin: Uint8Array; buckets: Map<number, string[]> }

function indexByBeginning(forms: Iterable<string>): Index {
  const index: Index = { mayBegin: new Uint8Array(BUCKETS), buckets: new Map() }
  // The longest first, so that the padding of a base64 form goes with it.
  for (const form of [...forms].sort((a, b) => b.length - a.length)) {
    const bucket = bucketOf(form, 0)
    index.mayBegin[bucket] = 1
    index.buckets.set(bucket, [...(index.buckets.get(bucket) ?? []), form])
  }
  return index
}

function bucketOf(text: string, at: number): number {
  return bucketOfCodes(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2))
}

function bucketOfCodes(first: number, second: number, third: number): number {
  return ((first << 8) ^ (second << 4) ^ third) & (BUCKETS - 1)
}

function maskForms(text: string, index: Index): string {
  let masked = ''
  let copied = 0
  // Each character is read once, and not again for each place it may stand in.
  let second = text.charCodeAt(0)
  let third = text.charCodeAt(1)
  for (let at = 0; at + LENGTH_MIN <= text.length; at++) {
    const first = second
    second = third
    third = text.charCodeAt(at + 2)
    const bucket = bucketOfCodes(first, second, third)
    if (index.mayBegin[bucket] === 0) continue
    const found = formAt(text, at, index.buckets.get(bucket))
    if (found === undefined) continue
    masked += text.slice(copied, isEscaped(text, at, copied) ? at - 1 : at) + MASK
    copied = at + found.length
    at = copied - 1
    second = text.charCodeAt(copied)
    third = text.charCodeAt(copied + 1)
  }
  return copied === 0 ? text : masked + text.slice(copied)
}

/** Apart from the walk: a function made in there would be given its own place at every character, and each is garbage. */
function formAt(text: string, at: number, forms: readonly string[] = []): string | undefined {
  return forms.find((form) => text.startsWith(form, at))
}

/** In `\nightfall` the first letter may be half of a line break; the backslash then goes with it. */
function isEscaped(text: string, at: number, from: number): boolean {
  let backslashes = 0
  while (at - backslashes > from && text[at - backslashes - 1] === '\\') backslashes++
  return backslashes % 2 === 1
}
