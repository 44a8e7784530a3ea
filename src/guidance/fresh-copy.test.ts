import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Checked, FreshCopy } from './fresh-copy.ts'

/** A store whose answers the test lets through one by one. */
function slowStore() {
  let generation = 0
  const waiting: (() => void)[] = []
  const load = async (known: string | undefined): Promise<Checked<number> | 'unchanged'> => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return known === String(generation) ? 'unchanged' : { generation: String(generation), value: generation }
  }
  const letThrough = async () => {
    while (waiting.length === 0) await new Promise(setImmediate)
    waiting.shift()?.()
    await new Promise(setImmediate)
  }
  return { load, letThrough, change: () => (generation += 1), checks: () => waiting.length }
}

test('callers that arrive while a check is under way share the next one', async () => {
  const store = slowStore()
  const copy = new FreshCopy({ load: store.load, isStoreAway: () => false })
  const first = copy.get()
  await new Promise(setImmediate)
  const later = [copy.get(), copy.get(), copy.get()]
  store.change()
  await store.letThrough()
  await store.letThrough()
  assert.deepEqual(await Promise.all([first, ...later]), [1, 1, 1, 1])
  assert.equal(store.checks(), 0)
})

test('a change that was made before the call is seen by the call', async () => {
  const store = slowStore()
  const copy = new FreshCopy({ load: store.load, isStoreAway: () => false })
  const before = copy.get()
  await store.letThrough()
  assert.equal(await before, 0)
  store.change()
  const after = copy.get()
  await store.letThrough()
  assert.equal(await after, 1)
})

test('while the store is away the last copy serves, and without one the error does', async () => {
  let isAway = true
  const load = async () => {
    if (isAway) throw new Error('away')
    return { generation: '1', value: 'kept' }
  }
  const copy = new FreshCopy({ load, isStoreAway: () => false })
  await assert.rejects(copy.get(), /away/)
  isAway = false
  assert.equal(await copy.get(), 'kept')
  isAway = true
  assert.equal(await copy.get(), 'kept')
})

test('a store that is known to be away is not asked again and again', async () => {
  let [asked, isStoreAway] = [0, false]
  const load = async () => {
    asked += 1
    return { generation: String(asked), value: asked }
  }
  const copy = new FreshCopy({ load, isStoreAway: () => isStoreAway })
  assert.equal(await copy.get(), 1)
  isStoreAway = true
  assert.deepEqual(await Promise.all([copy.get(), copy.get()]), [1, 1])
  isStoreAway = false
  assert.equal(await copy.get(), 2)
})

test('whoever asks for the store’s own word gets no last copy, neither where it is away nor where it is only thought to be', async () => {
  let [isAway, value] = [false, 'on']
  const load = async () => {
    if (isAway) throw new Error('away')
    return { generation: value, value }
  }
  const copy = new FreshCopy({ load, isStoreAway: () => true })
  assert.equal(await copy.confirmed(), 'on')
  value = 'off'
  assert.deepEqual([await copy.get(), await copy.confirmed()], ['on', 'off'])
  isAway = true
  await assert.rejects(copy.confirmed(), /away/)
})
