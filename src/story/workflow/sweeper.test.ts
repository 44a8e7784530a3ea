import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Lease, Sweeper, type SweepStore } from './sweeper.ts'

const SILENT_LOG = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

function openLeases({ taken = [] }: { taken?: string[] } = {}) {
  const asked: string[][] = []
  const givenBack: string[] = []
  const store: SweepStore = {
    async take(names) {
      asked.push([...names])
      const isStillOurs = async () => true
      return names.filter((name) => !taken.includes(name)).map((name): Lease => ({ name, isStillOurs }))
    },
    async giveBack(leases) {
      givenBack.push(...leases.map(({ name }) => name))
    },
  }
  return { store, asked, givenBack }
}

test('all that is due is asked for at once, and what takes long does not hold up the others', async () => {
  const { store, asked, givenBack } = openLeases()
  const { promise: isQuickDone, resolve } = Promise.withResolvers<void>()
  const slow = { name: 'slow', everySeconds: 5, run: () => isQuickDone.then(() => 0) }
  const quick = {
    name: 'quick',
    everySeconds: 5,
    run: async () => {
      resolve()
      return 0
    },
  }
  await new Sweeper({ sweeps: [slow, quick], store, log: SILENT_LOG }).sweepAll()
  assert.deepEqual(asked, [['slow', 'quick']])
  assert.deepEqual(givenBack.toSorted(), ['quick', 'slow'])
})

test('what another instance is at is left to it, and a failed one is given back like the others', async () => {
  const { store, givenBack } = openLeases({ taken: ['theirs'] })
  const swept: string[] = []
  const sweepOf = (name: string) => ({
    name,
    everySeconds: 5,
    run: async () => {
      swept.push(name)
      return 0
    },
  })
  const failing = { name: 'fails', everySeconds: 5, run: () => Promise.reject(new Error('no')) }
  await new Sweeper({ sweeps: [sweepOf('theirs'), failing, sweepOf('ours')], store, log: SILENT_LOG }).sweepAll()
  assert.deepEqual(swept, ['ours'])
  assert.deepEqual(givenBack, ['fails', 'ours'])
})
