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
  const copy = new FreshCopy(store.load)
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
  const copy = new FreshCopy(store.load)
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
  const copy = new FreshCopy(async () => {
    if (isAway) throw new Error('away')
    return { generation: '1', value: 'kept' }
  })
  await assert.rejects(copy.get(), /away/)
  isAway = false
  assert.equal(await copy.get(), 'kept')
  isAway = true
  assert.equal(await copy.get(), 'kept')
})
