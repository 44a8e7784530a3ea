/** The API server as it is really reached: over HTTP/2 and TLS, on one connection that may die without a word. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openClusterAccounts } from '../../src/edges/cluster/cluster-client.ts'
import { ClusterRefusal } from '../../src/ports/cluster.ts'
import { TooLate } from '../../src/ports/deadline.ts'
import { WITHOUT_OPENSSL } from '../world/certificate.ts'
import { type ClusterOptions, startClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import { openHttp2Door } from '../world/kubernetes/http2-door.ts'
import { kubeconfigFor } from '../world/kubernetes/kubeconfig.ts'
import { sampleWorkload } from '../world/kubernetes/sample-workload.ts'

const skip = WITHOUT_OPENSSL
const FOREVER = new AbortController().signal
const SHOP = { kind: 'Deployment', namespace: 'default', name: 'shop' } as const

async function openWorld(
  t: TestContext,
  { timeoutMs, pingMs, ...options }: Partial<ClusterOptions> & { timeoutMs?: number; pingMs?: number } = {},
) {
  const simulator = await startClusterSimulator({ objects: sampleWorkload({ name: 'shop' }), ...options })
  t.after(() => simulator.close())
  const door = await openHttp2Door(t, simulator.url)
  const KUBECONFIG = join(door.certFile, '..', 'config')
  const writeConfig = (token: string) => writeFile(KUBECONFIG, kubeconfigFor(door.url, token, door.certFile))
  await writeConfig(simulator.token)
  const cluster = openClusterAccounts({
    environment: { KUBECONFIG },
    ...(timeoutMs && { timeoutMs }),
    ...(pingMs && { pingMs }),
  })
  t.after(() => cluster.close())
  return { simulator, door, cluster, writeConfig }
}

test('many questions share one HTTP/2 connection', { skip }, async (t) => {
  const { cluster, door } = await openWorld(t)
  await cluster.looking.get(SHOP, FOREVER)
  await Promise.all(Array.from({ length: 20 }, () => cluster.looking.get(SHOP, FOREVER)))
  assert.equal(door.connections(), 1)
})

test('a connection that dies without a word is found out, and what was asked on it is asked again', {
  skip,
}, async (t) => {
  const { cluster, door, simulator } = await openWorld(t, { timeoutMs: 120_000, pingMs: 500 })
  await cluster.looking.get(SHOP, FOREVER)
  door.silence()
  const asked = await Promise.all(Array.from({ length: 5 }, () => cluster.looking.get(SHOP, FOREVER)))
  assert.deepEqual(
    asked.map((object) => object?.metadata.name),
    Array(5).fill('shop'),
  )
  assert.ok(door.connections() > 1)
  assert.equal(simulator.recorder.requests.length, 6)
})

test('a write on a connection that died is not repeated: nobody knows whether it arrived', { skip }, async (t) => {
  const { cluster, door, simulator } = await openWorld(t, { timeoutMs: 120_000, pingMs: 500 })
  await cluster.acting.get(SHOP, FOREVER)
  door.silence()
  await assert.rejects(
    cluster.acting.patch(SHOP, { spec: { replicas: 5 } }, { isDryRun: false, signal: FOREVER }),
    (error) => error instanceof ClusterRefusal && error.status === 0,
  )
  assert.equal(simulator.recorder.effects.length, 0)
})

test('a change whose moment passes while the connection is made is not sent', { skip }, async (t) => {
  const { cluster, simulator } = await openWorld(t)
  let looks = 0
  const before = {
    leftMs: () => {
      looks += 1
      // The first look is before a connection is asked for, the next one when it is there.
      return looks === 1 ? 1 : 0
    },
  }
  const write = { isDryRun: false, signal: FOREVER, before }
  await assert.rejects(cluster.acting.patch(SHOP, { spec: { replicas: 5 } }, write), TooLate)
  assert.deepEqual([looks, simulator.recorder.requests.length], [2, 0])
})

test('a request that times out takes its connection with it', { skip }, async (t) => {
  const { cluster, door } = await openWorld(t, { timeoutMs: 300, pingMs: 600_000 })
  await cluster.looking.get(SHOP, FOREVER)
  door.silence()
  await assert.rejects(cluster.looking.get(SHOP, FOREVER), /did not answer within 0\.3 s/)
  const found = await Promise.any(Array.from({ length: 20 }, () => cluster.looking.get(SHOP, FOREVER)))
  assert.equal(found?.metadata.name, 'shop')
})

test('a server that says goodbye is asked on another connection', { skip }, async (t) => {
  const { cluster, door } = await openWorld(t)
  await cluster.looking.get(SHOP, FOREVER)
  door.sayGoodbye()
  for (let call = 0; call < 5; call += 1)
    assert.equal((await cluster.looking.get(SHOP, FOREVER))?.metadata.name, 'shop')
})

test('a token that is no longer believed is told as such, with the account it belongs to', { skip }, async (t) => {
  const { cluster, writeConfig } = await openWorld(t)
  await writeConfig('a-token-of-yesterday')
  for (let call = 0; call < 3; call += 1)
    await assert.rejects(cluster.looking.get(SHOP, FOREVER), (error) => {
      assert.ok(error instanceof ClusterRefusal, String(error))
      assert.deepEqual([error.status, error.reason], [401, 'Unauthorized'])
      assert.match(error.message, /does not accept the credentials of user "simulated" in KUBECONFIG/)
      return true
    })
})

test('a 401 reads the credentials again at once, for a question and for a change', { skip }, async (t) => {
  const later = { token: 'the-new-token', user: 'system:serviceaccount:firebreak:firebreak', may: () => true }
  const { cluster, writeConfig, simulator } = await openWorld(t, { accounts: [later], token: 'the-old-token' })
  await cluster.looking.get(SHOP, FOREVER)
  simulator.access.forget('the-old-token')
  await writeConfig('the-new-token')
  assert.equal((await cluster.looking.get(SHOP, FOREVER))?.metadata.name, 'shop')
  await cluster.acting.patch(SHOP, { spec: { replicas: 3 } }, { isDryRun: false, signal: FOREVER })
  assert.deepEqual(
    simulator.recorder.changes().map(({ status }) => status),
    [200],
  )
})
