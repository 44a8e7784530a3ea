/**
 * The pretend cluster is held to what a real API server answered: recorded requests are sent to a simulator that was
 * loaded with the recorded objects, and status, content type, wording and fields are compared.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { type ClusterSimulator, startClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import { type Recording, recordedWorld } from '../world/kubernetes/recorded-world.ts'

const RECORDINGS = new URL('../../../shared/kubernetes/v1.36.4.json', import.meta.url)
const isThere = existsSync(RECORDINGS)
const recordings: Recording[] = isThere ? JSON.parse(readFileSync(RECORDINGS, 'utf8')) : []

/** Whose words are not compared, and why. */
const OWN_WORDS: Record<string, string> = {
  'scale, wrong type':
    'The message repeats the whole stored object, with the field managers that the simulator does not keep.',
}

/** The server of the recordings was built elsewhere; everything else in its version counts. */
const OWN_VALUES = ['gitCommit', 'platform']

describe('the cluster simulator answers as the recorded server', {
  skip: isThere ? false : 'There are no recordings beside the project.',
}, () => {
  let simulator: ClusterSimulator
  before(async () => {
    simulator = await startClusterSimulator(recordedWorld(recordings))
  })
  after(() => simulator.close())

  for (const recording of recordings) test(recording.name, () => compare(simulator, recording))

  test('nothing was changed but by the deletion that has a body, where a dry run in the query is not read', () => {
    const made = simulator.recorder.changes().map(({ verb, kind, name }) => `${verb} ${kind} ${name}`)
    assert.deepEqual(made, ['delete Pod catalog-84869fb8d5-5tg98'])
    assert.ok(simulator.recorder.effects.length > 10)
  })
})

async function compare(simulator: ClusterSimulator, recording: Recording): Promise<void> {
  const response = await send(simulator, recording)
  assert.equal(response.status, recording.status)
  assert.equal(response.headers.get('content-type')?.split(';')[0] ?? null, recording.contentType)
  const text = await response.text()
  if (typeof recording.body === 'string') assert.equal(text, recording.body)
  else compareBodies(recording, JSON.parse(text))
}

function send({ url, token }: ClusterSimulator, { name, method, path, request, requestContentType }: Recording) {
  const tokens: Record<string, string> = { 'unknown token': 'nobody-knows-this', 'no token': '' }
  const shown = tokens[name] ?? token
  return fetch(url + path, {
    method,
    headers: {
      ...(shown && { authorization: `Bearer ${shown}` }),
      ...(requestContentType && { 'content-type': requestContentType }),
    },
    ...(request !== undefined && { body: JSON.stringify(request) }),
  })
}

type Body = Record<string, unknown>

function compareBodies({ name, body }: Recording, answered: Body): void {
  const recorded = body as Body
  if (recorded.kind === 'Status' && !(name in OWN_WORDS)) assert.deepEqual(answered, recorded)
  for (const field of ['kind', 'apiVersion', 'reason', 'code', 'status'])
    if (typeof recorded[field] !== 'object') assert.equal(answered[field], recorded[field], field)
  assert.deepEqual(namesIn(answered), namesIn(recorded))
  assert.deepEqual(fieldsOf(answered), fieldsOf(recorded))
  if (recorded.gitVersion) assert.deepEqual(without(answered, OWN_VALUES), without(recorded, OWN_VALUES))
}

function namesIn({ items }: Body): unknown {
  return (items as { metadata: { name: string } }[] | undefined)?.map(({ metadata }) => metadata.name)
}

/** Every path that leads to a value, once. Field managers are not compared: the simulator keeps them only where they were loaded. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object' || path.endsWith('.managedFields')) return []
  const parts = Array.isArray(value) ? value.map((item) => ['', item] as const) : Object.entries(value)
  const fields = parts.flatMap(([key, part]) => {
    const own = Array.isArray(value) ? `${path}[]` : `${path}.${key}`
    return own.endsWith('.managedFields') ? [] : [own, ...fieldsOf(part, own)]
  })
  return [...new Set(fields)].sort()
}

function without(body: Body, fields: string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)))
}
