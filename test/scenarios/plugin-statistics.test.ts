/** How a plugin was used: summed over instances, kept over restarts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPluginStats } from '../../src/edges/store/plugin-stat-records.ts'
import { freshRecords, openRecords } from '../world/records.ts'
import { startTestService } from '../world/service.ts'
import { migratedDatabase } from '../world/stores.ts'

test('calls on two instances at once are summed without losing one', async (t) => {
  const { url, database } = await freshRecords(t)
  const instances = [createPluginStats(database), createPluginStats(openRecords(t, url))] as const
  assert.deepEqual(await instances[0].read('list_pods'), { usageCount: 0, averageSeconds: 0, successRate: 0 })
  const calls = Array.from({ length: 100 }, (_, index) =>
    instances[index % 2 === 0 ? 0 : 1].record('list_pods', { success: index % 4 !== 0, seconds: 0.5 }),
  )
  await Promise.all(calls)
  await instances[1].record('describe_pod', { success: true, seconds: 4 })
  for (const stats of instances) {
    assert.deepEqual(await stats.read('list_pods'), { usageCount: 100, averageSeconds: 0.5, successRate: 0.75 })
  }
})

test('a detail tells use over two instances and a restart', async (t) => {
  const { url } = await migratedDatabase(t)
  const environment = { DATABASE_URL: url }
  const one = await startTestService(t, { environment })
  const other = await startTestService(t, { environment })
  const use = async ({ get }: typeof one) => {
    const { usage_count, avg_duration, success_rate } = (await get('/api/plugins/shell.exec')).body.data
    return { usage_count, success_rate, isTimed: avg_duration > 0 && avg_duration < 30 }
  }
  const run = ({ ask }: typeof one, parameters: unknown) =>
    ask('POST', '/api/plugins/shell.exec/run', { body: { parameters } })
  assert.deepEqual(await use(one), { usage_count: 0, success_rate: 0, isTimed: false })
  await run(one, { command: 'uname -s' })
  await run(other, { command: 'uname -s' })
  await run(other, { command: 'uname -r' })
  assert.equal((await run(one, { command: 'rm x' })).body.data.result.success, false)
  // Refused before the plugin was reached, so it was not used.
  assert.equal((await run(one, { question: 'uname' })).body.data.result.success, false)
  assert.deepEqual(await use(other), { usage_count: 4, success_rate: 0.75, isTimed: true })
  await one.stop()
  await other.stop()
  const later = await startTestService(t, { environment })
  assert.deepEqual(await use(later), { usage_count: 4, success_rate: 0.75, isTimed: true })
})
