import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { issueKey, type NewApiKey } from '../../guidance/access/api-key.ts'
import { Gatekeeper } from '../../guidance/access/gatekeeper.ts'
import { Problem } from '../../problem.ts'
import { ShownKeys } from './shown-keys.ts'

/** A store whose keys may be revoked, and doors that count how often a key was proven. */
function houseWith(records: (NewApiKey & { revokedAt?: Date })[], environmentKey?: string) {
  let generation = 0
  const store = {
    load: async () => ({
      generation: String(++generation),
      value: records.map((record) => ({
        createdAt: new Date(),
        createdBy: 'a',
        revokedAt: undefined,
        ...record,
        isGenuine: true,
      })),
    }),
  }
  const gatekeeper = new Gatekeeper({ environmentKey, store: store as never, isStoreAway: () => false })
  let proven = 0
  const admit: Gatekeeper['admit'] = (key) => {
    proven += 1
    return gatekeeper.admit(key)
  }
  const shown = new ShownKeys({ admit, holderOf: (id) => gatekeeper.holderOf(id) })
  return { shown, proven: () => proven }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const isRefused = (error: unknown) => error instanceof Problem && error.code === 'UNAUTHORIZED'

test('a key is proven once for each connection it is shown over', async () => {
  const { key, record } = issueKey('sender', 'sender')
  const { shown, proven } = houseWith([record])
  const [one, other] = [new Socket(), new Socket()]
  for (const socket of [one, one, one, other]) {
    const door = await shown.admit({ headers: bearer(key), socket })
    assert.equal(!door.isOpen && door.caller.role, 'sender')
  }
  assert.equal(proven(), 2)
})

test('a key that is revoked opens nothing any more, over whichever connection', async () => {
  const { key, record } = issueKey('sender', 'sender')
  const records: (NewApiKey & { revokedAt?: Date })[] = [record]
  const { shown } = houseWith(records)
  const socket = new Socket()
  await shown.admit({ headers: bearer(key), socket })
  records[0] = { ...record, revokedAt: new Date() }
  await assert.rejects(shown.admit({ headers: bearer(key), socket }), isRefused)
})

test('another secret under the id of a key that was shown is proven anew', async () => {
  const { key, record } = issueKey('sender', 'sender')
  const records = [record]
  const { shown } = houseWith(records)
  const socket = new Socket()
  await shown.admit({ headers: bearer(key), socket })
  records[0] = { ...record, secretHash: issueKey('other', 'sender').record.secretHash }
  await assert.rejects(shown.admit({ headers: bearer(key), socket }), isRefused)
})

test('other words over the same connection are proven, and none is let in by what was shown before it', async () => {
  const { shown, proven } = houseWith([], 'the-key-of-the-environment')
  const socket = new Socket()
  await shown.admit({ headers: bearer('the-key-of-the-environment'), socket })
  await assert.rejects(shown.admit({ headers: bearer('another'), socket }), isRefused)
  await assert.rejects(shown.admit({ headers: {}, socket }), isRefused)
  const basic = Buffer.from('anybody:the-key-of-the-environment').toString('base64')
  const door = await shown.admit({ headers: { authorization: `Basic ${basic}` }, socket })
  assert.equal(!door.isOpen && door.caller.name, 'API_KEY')
  assert.equal(proven(), 4)
})
