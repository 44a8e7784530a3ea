import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClusterObject, ClusterRefusal } from '../../ports/cluster.ts'
import { createStandingCordons } from './standing-cordons.ts'

const OWN = { node: 'worker-1', incidentId: '01JCPZ', at: new Date('2026-11-15T10:00:00Z') }

function watch(get: () => Promise<ClusterObject | undefined>) {
  let now = 0
  const warnings = createStandingCordons({ own: async () => [OWN], cluster: { get }, monotonicMs: () => now })
  return { warnings, passSeconds: (seconds: number) => (now += seconds * 1000) }
}

const node = (spec: object): ClusterObject => ({ kind: 'Node', metadata: { name: 'worker-1' }, spec })

test('a cordon of ours is named with its way back while the node is closed, and no longer', async () => {
  let spec: object = { unschedulable: true }
  const { warnings, passSeconds } = watch(async () => node(spec))
  assert.deepEqual(await warnings(), [
    'Node worker-1 is closed to new pods since incident 01JCPZ closed it at 2026-11-15T10:00:00.000Z. The way back: kubectl uncordon worker-1.',
  ])
  spec = {}
  assert.equal((await warnings()).length, 1, 'it is asked at most every ten seconds')
  passSeconds(11)
  assert.deepEqual(await warnings(), [])
})

test('a node that is gone is named no more, and one that cannot be read is named as such', async () => {
  assert.deepEqual(await watch(async () => undefined).warnings(), [])
  const away = watch(() => Promise.reject(new ClusterRefusal(0, 'Unreachable', 'The API server could not be reached.')))
  assert.match(
    (await away.warnings())[0] ?? '',
    /^Node worker-1 may still be closed to new pods \(it cannot be read now\)/,
  )
})
