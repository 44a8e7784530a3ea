/** The watch over a real Redis with little memory: it fills up, it evicts, it goes away, and comes back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyValueWatcher } from '../../src/edges/key-value/key-value-watcher.ts'
import { examine, report } from '../../src/edges/terminal/doctor.ts'
import { targetChecksFor } from '../../src/edges/terminal/target-checks.ts'
import { startOwnRedis } from '../world/own-redis.ts'
import { startWatching } from '../world/watching.ts'

const OPEN = ['pending', 'diagnosing', 'awaiting_approval', 'escalated']
const FILLING = 'x'.repeat(50_000)

test('a store that fills up opens an incident and resolves it when it is emptied; one that evicts is told by its evictions', async (t) => {
  const redis = await startOwnRedis(t)
  if (!redis) return
  const { client } = redis
  const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
  await client.config('SET', 'maxmemory', String(used + 4_000_000))
  const { tells, reach } = await startWatching(t, {
    TARGET_KV_STORES: `cache=${redis.url}`,
    MONITOR_MEMORY_RATIO: '0.85',
    MONITOR_EVICTIONS_PER_MINUTE: '60',
  })
  for (let key = 0; key < 200; key += 1) await client.set(`key:${key}`, FILLING).catch(() => 'It is full.')
  const full = await reach('monitor:key_value:cache:memory_ratio', ...OPEN)
  assert.deepEqual([full.source, full.severity], ['monitor', 'high'])
  assert.match(full.description, /bytes are used, and nothing is evicted \(noeviction\)/)
  await tells(/^firebreak_monitor_reading\{kind="key_value",target="cache",check="memory_ratio"\} (0\.[89]|1)/m)
  await client.flushall()
  assert.equal((await reach('monitor:key_value:cache:memory_ratio', 'resolved')).id, full.id)

  await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
  const filling = keepFilling(client)
  const evicting = await reach('monitor:key_value:cache:evictions_per_minute', ...OPEN)
  assert.match(evicting.description, /keys were evicted so far/)
  assert.match(evicting.description, /the limit is 60/)
  await filling.stop()
  await reach('monitor:key_value:cache:evictions_per_minute', 'resolved')
})

function keepFilling(client: { set(key: string, value: string): Promise<unknown> }) {
  let isStopped = false
  const done = (async () => {
    for (let key = 0; !isStopped; key += 1) await client.set(`more:${key}`, FILLING)
  })()
  return {
    stop: () => {
      isStopped = true
      return done
    },
  }
}

test('what a store says of itself is read: its link as a replica, its latency, the connections it turned away', async (t) => {
  const redis = await startOwnRedis(t)
  if (!redis) return
  const watcher = createKeyValueWatcher({ targets: [{ name: 'cache', url: redis.url }], isEnabled: async () => true })
  const read = async () => {
    const readings = await watcher.read({ firing: [], signal: new AbortController().signal })
    return new Map(readings.map(({ check, value, seen }) => [check, { value, seen }]))
  }
  const alone = await read()
  assert.deepEqual([...alone.keys()], ['unreachable', 'evictions_per_minute', 'rejections_per_minute', 'latency_ms'])
  assert.equal(alone.get('unreachable')?.value, 0)
  await redis.client.replicaof('127.0.0.1', 1)
  const link = (await read()).get('replication_link_down')
  assert.equal(link?.value, 1)
  assert.match(link?.seen ?? '', /^The link to the primary 127\.0\.0\.1:1 is down/)
  await redis.client.replicaof('NO', 'ONE')
  await redis.client.config('SET', 'maxclients', '1')
  assert.equal((await read()).get('unreachable')?.value, 1)
  await redis.client.config('SET', 'maxclients', '100')
  assert.equal((await read()).get('rejections_per_minute')?.value, 1)
})

test('a store that does not answer is unreachable, and its password is not told', async () => {
  const targets = [{ name: 'gone', url: 'redis://:canary-word@127.0.0.1:1' }]
  const watcher = createKeyValueWatcher({ targets, isEnabled: async () => true })
  const readings = await watcher.read({ firing: [], signal: new AbortController().signal })
  assert.deepEqual(
    readings.map(({ check, value }) => [check, value]),
    [['unreachable', 1]],
  )
  assert.match(readings[0]?.seen ?? '', /ECONNREFUSED/)
  assert.doesNotMatch(JSON.stringify(readings), /canary-word/)
})

test('doctor reaches each store, and names one that is missing without its password', async (t) => {
  const redis = await startOwnRedis(t)
  if (!redis) return
  const list = `cache=${redis.url},gone=redis://:canary-word@127.0.0.1:1,=redis://:canary-word@kv`
  const checks = targetChecksFor({ TARGET_KV_STORES: list }).filter(({ about }) => about.startsWith('key-value'))
  const reported = report(await examine(checks))
  assert.match(reported, /^✓ key-value store cache: answers \((Redis|Valkey) [\d.]+\)$/m)
  assert.match(reported, /^✗ key-value store gone: .*ECONNREFUSED/m)
  assert.match(reported, /^✗ key-value stores: Entry 3 of TARGET_KV_STORES is left out/m)
  assert.doesNotMatch(reported, /canary-word/)
})
