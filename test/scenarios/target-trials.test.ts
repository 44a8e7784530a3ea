/** *Test* beside what the environment names to be looked after, on the real thing. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../world/free-port.ts'
import { startClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import { startTestService } from '../world/service.ts'
import { freshDatabase } from '../world/stores.ts'

test('databases and the cluster of the environment are tried from the settings, and no password is told', async (t) => {
  const { url: shop } = await freshDatabase(t)
  const cluster = await startClusterSimulator({ objects: [] })
  t.after(() => cluster.close())
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-trial-'))
  t.after(() => rm(folder, { recursive: true }))
  const KUBECONFIG = join(folder, 'kubeconfig')
  await writeFile(KUBECONFIG, cluster.kubeconfig)
  const nobody = `postgresql://watcher:canary-word@127.0.0.1:${await freePort()}/stock`
  const service = await startTestService(t, {
    environment: { KUBECONFIG, TARGET_DATABASES: `shop=${shop},stock=${nobody}` },
  })
  const listed = await service.ask('GET', '/api/settings')
  const settings = listed.body.data.settings as { key: string; testable: boolean }[]
  const testable = settings.flatMap((one) => (one.testable ? [one.key] : []))
  const answers = new Map<string, { works: boolean; tried: string; came_back: string }>()
  for (const key of ['TARGET_DATABASES', 'KUBECONFIG']) {
    assert.ok(testable.includes(key))
    answers.set(key, (await service.ask('POST', `/api/settings/${key}/test`, { body: { changes: {} } })).body.data)
  }
  const databases = answers.get('TARGET_DATABASES')
  assert.equal(databases?.tried, 'Asked shop, stock for 1, with the role that looks.')
  assert.equal(databases?.works, false)
  assert.match(databases?.came_back ?? '', /^Database stock: .*ECONNREFUSED/)
  assert.doesNotMatch(JSON.stringify(databases), /canary-word/)
  assert.equal(answers.get('KUBECONFIG')?.came_back, 'It let us in.')
})
