/** Random requests to one route: bodies made from its schema and raw ones, headers, query strings, path parameters. */

import { SETTINGS } from '../../src/guidance/settings/catalogue.ts'
import { fc } from './chance.ts'
import { fromSchema } from './from-schema.ts'
import type { Operation } from './open-api.ts'

export type RandomRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
}

/** Most carry the key, so that they come past the door. */
export function requestTo(operation: Operation, key: string): fc.Arbitrary<RandomRequest> {
  const takesBody = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method)
  return fc.record({
    method: fc.constant(operation.method),
    path: pathOf(operation),
    headers: headersOf(key),
    body: takesBody ? bodyOf(operation) : fc.constant(null),
  })
}

const SEGMENT_UNSAFE = /[^A-Za-z0-9%._~-]/g

function pathOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole)
  const segment = fc.oneof(
    fc.stringMatching(/^[a-z0-9]{8}$/),
    fc.stringMatching(/^INC-2026\d{4}-\d{3,5}$/),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.string({ minLength: 1, maxLength: 600 }).map((text) => text.replaceAll(SEGMENT_UNSAFE, '%') || '-'),
  )
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return fc
    .tuple(fc.array(segment, { minLength: names.length, maxLength: names.length }), queryOf(known))
    .map(
      ([values, query]) =>
        names.reduce((made, name, index) => made.replace(name, () => values[index] ?? ''), path) + query,
    )
}

function queryOf(known: string[]): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom('page', 'page_size', '__proto__', ...known), fc.string({ maxLength: 10 }))
  const value = fc.oneof(
    fc.integer({ min: -2, max: 2_000 }).map(String),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('', '9'.repeat(30), '2026-01-01', '2026-01-01T00:00:00Z', '%', 'resolved', 'high', "' or 1=1 --"),
  )
  const encoded = fc.tuple(name, value).map(([one, other]) => `${quote(one)}=${quote(other)}`)
  const raw = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^!-~]|#/g, '%'))
  return fc.oneof(
    fc.constant(''),
    fc.array(fc.oneof(encoded, raw), { maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`),
  )
}

function quote(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function headersOf(key: string): fc.Arbitrary<Record<string, string>> {
  const value = fc.string({ maxLength: 60 })
  const wild = fc.record(
    {
      accept: value,
      'accept-encoding': fc.constantFrom('gzip', 'identity', '*;q=0'),
      'last-event-id': value,
      'if-match': value,
      origin: value,
      cookie: value,
      'x-forwarded-for': value,
      'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
      'content-encoding': fc.constantFrom('gzip', 'identity'),
    },
    { requiredKeys: [] },
  )
  const authorization = fc.oneof(
    { weight: 9, arbitrary: fc.constant(`Bearer ${key}`) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        value,
        value.map((text) => `Bearer ${text}`),
        value.map((text) => `Basic ${text}`),
      ),
    },
  )
  const contentType = fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.oneof(
        value,
        fc.constantFrom('text/plain', 'application/json;charset=utf-16', 'multipart/form-data'),
      ),
    },
  )
  return fc
    .tuple(wild, authorization, contentType)
    .map(([headers, given, type]) => ({ ...headers, authorization: given, 'content-type': type }))
}

function bodyOf(operation: Operation): fc.Arbitrary<string | Buffer | null> {
  const made = operation.name === 'PUT /api/config' ? configurationChange() : fromSchema(operation.body)
  return fc.oneof(
    { weight: 6, arbitrary: made.map((value) => JSON.stringify(value) ?? null) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

/** The schema of a change names no keys, so the keys come from the catalogue. Addresses stay on this machine. */
function configurationChange(): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(...Object.keys(SETTINGS), 'DATABASE_URL', 'PORT', 'UNKNOWN_ONE', 'UNKNOWN_TWO', 'lower')
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.integer({ min: 1, max: 100 }),
    fc.constantFrom('provider_a', 'true', 'a,b'),
  )
  return fc
    .array(fc.tuple(key, value), { maxLength: 4 })
    .map((pairs) =>
      Object.fromEntries(
        pairs.map(([one, given]) => [
          one,
          one.endsWith('_URL') && typeof given === 'string' ? `http://127.0.0.1:9/${quote(given)}` : given,
        ]),
      ),
    )
}
