import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClusterRefusal } from '../../ports/cluster.ts'
import { NotConfigured } from '../../ports/not-configured.ts'
import { createClusterHealth } from './cluster-health.ts'

const failing = (error: unknown, isNamed = true) =>
  createClusterHealth({ cluster: { get: () => Promise.reject(error) }, isNamed })()

test('a cluster that answers is connected, and so is one that knows us and refuses a look', async () => {
  const health = createClusterHealth({ cluster: { get: async () => undefined }, isNamed: true })
  assert.deepEqual(await health(), { status: 'connected', warnings: [] })
  assert.equal((await failing(new ClusterRefusal(403, 'Forbidden', 'no'))).status, 'connected')
})

test('a cluster that does not know us or is away is disconnected, with the reason', async () => {
  const { status, warnings } = await failing(new ClusterRefusal(401, 'Unauthorized', 'Who are you?'))
  assert.equal(status, 'disconnected')
  assert.match(warnings.join(), /Who are you\?/)
})

test('nobody named a cluster: not configured; one was named and cannot be read: disconnected', async () => {
  const error = new NotConfigured('KUBECONFIG names a file that cannot be read.')
  assert.deepEqual(await failing(error, false), { status: 'not_configured', warnings: [] })
  assert.equal((await failing(error, true)).status, 'disconnected')
})

test('it is asked once a minute, however many want to know', async () => {
  let asked = 0
  let now = 0
  const get = async () => {
    asked += 1
    return undefined
  }
  const health = createClusterHealth({ cluster: { get }, isNamed: true, monotonicMs: () => now })
  await Promise.all([health(), health()])
  now = 60_000
  await health()
  assert.equal(asked, 1)
  now = 60_001
  await health()
  assert.equal(asked, 2)
})
