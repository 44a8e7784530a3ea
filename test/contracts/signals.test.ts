/** What both ways of giving hints between instances have in common; and what only the one over the wire can show. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Redis } from 'ioredis'
import { openSignals } from '../../src/edges/signals/open-signals.ts'
import type { Signals } from '../../src/ports/signals.ts'
import { eventually } from '../world/eventually.ts'
import { startOwnRedis } from '../world/own-redis.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** One of its own: on that of the run others give hints too. */
const redisUrl = async (t: TestContext): Promise<string | undefined> => (await startOwnRedis(t))?.url

const IMPLEMENTATIONS: [name: string, url: (t: TestContext) => Promise<string | undefined>, status: string][] = [
  ['in the process', async () => 'embedded:', 'embedded'],
  ['over Redis', redisUrl, 'connected'],
]

async function open(t: TestContext, url: string, status: string): Promise<Signals> {
  const signals = await openSignals({ url, log })
  t.after(() => signals.close())
  await eventually(`the signals are ${status}`, () => signals.status() === status)
  return signals
}

/** A listener that counts, for hints that may be given more than once. */
function counter() {
  let heard = 0
  const hear = () => {
    heard += 1
  }
  return { hear, heard: () => heard }
}

/** Hints may be lost while a subscription is still on its way, so whoever needs one gives it again. */
const heardOf = (signals: Signals, topic: 'settings' | 'events', listener: ReturnType<typeof counter>) =>
  eventually(`a hint about ${topic} is heard`, () => {
    signals.publish(topic)
    return listener.heard() > 0
  })

for (const [name, urlFor, status] of IMPLEMENTATIONS) {
  test(`${name}: a hint reaches every listener of its topic, and nobody else`, async (t) => {
    const url = await urlFor(t)
    if (url === undefined) return
    const signals = await open(t, url, status)
    const [one, two, other] = [counter(), counter(), counter()]
    signals.subscribe('settings', one.hear)
    signals.subscribe('settings', two.hear)
    await heardOf(signals, 'settings', one)
    await eventually('the second listener heard it too', () => two.heard() > 0)
    signals.subscribe('events', other.hear)
    const before = one.heard()
    signals.publish('settings')
    await eventually('the next hint arrived', () => one.heard() > before)
    assert.equal(other.heard(), 0)
  })

  test(`${name}: who has stopped listening hears nothing more, and the others go on`, async (t) => {
    const url = await urlFor(t)
    if (url === undefined) return
    const signals = await open(t, url, status)
    const [leaving, staying] = [counter(), counter()]
    const leave = signals.subscribe('settings', leaving.hear)
    signals.subscribe('settings', staying.hear)
    await heardOf(signals, 'settings', leaving)
    leave()
    leave()
    const [left, stayed] = [leaving.heard(), staying.heard()]
    signals.publish('settings')
    await eventually('the one who stayed heard it', () => staying.heard() > stayed)
    assert.equal(leaving.heard(), left)
  })

  test(`${name}: publishing never fails and never waits, not even after the end`, async (t) => {
    const url = await urlFor(t)
    if (url === undefined) return
    const signals = await open(t, url, status)
    const silent = counter()
    signals.subscribe('settings', silent.hear)
    await signals.close()
    for (let hint = 0; hint < 1_000; hint += 1) signals.publish('settings')
    await signals.close()
    const before = silent.heard()
    await new Promise(setImmediate)
    assert.equal(silent.heard(), before)
  })
}

test('over Redis: a hint given by one instance is heard by another', async (t) => {
  const url = await redisUrl(t)
  if (url === undefined) return
  const [one, other] = [await open(t, url, 'connected'), await open(t, url, 'connected')]
  const listener = counter()
  other.subscribe('events', listener.hear)
  await heardOf(one, 'events', listener)
})

test('over Redis: a listener is called after the connection was lost, because hints may have been missed', async (t) => {
  const url = await redisUrl(t)
  if (url === undefined) return
  const signals = await open(t, url, 'connected')
  const listener = counter()
  signals.subscribe('settings', listener.hear)
  await heardOf(signals, 'settings', listener)
  const admin = new Redis(url)
  t.after(() => admin.disconnect())
  const before = listener.heard()
  await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await eventually('the listener is called without a hint', () => listener.heard() > before)
  await eventually('the connection is back', () => signals.status() === 'connected')
})

test('over Redis: a server that is not there is no error, only a status', async (t) => {
  const signals = await openSignals({ url: 'redis://127.0.0.1:1', log })
  t.after(() => signals.close())
  signals.publish('settings')
  signals.subscribe('settings', () => {})
  assert.equal(signals.status(), 'disconnected')
})
