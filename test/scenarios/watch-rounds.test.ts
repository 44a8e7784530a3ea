/** Who makes the rounds of the watch, and what survives between two of them. The store and its clock are real; what is read is made up. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openDatabase } from '../../src/edges/store/database.ts'
import { createWatchStore } from '../../src/edges/store/watch-records.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import type { Reading } from '../../src/story/watch/reading.ts'
import type { Watcher, WatchStore } from '../../src/story/watch/watch-store.ts'
import { Watchman } from '../../src/story/watch/watchman.ts'
import { closeLast } from '../world/closing.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'
import { QUIET } from '../world/targets.ts'

async function openWorld(t: TestContext) {
  const { url } = await migratedDatabase(t)
  const database = openDatabase({ url, log: QUIET })
  closeLast(t, () => database.close())
  const world = {
    ...{ value: 0, reads: 0, isWanted: true, refused: '' },
    sent: [] as string[],
    others: [] as Reading[],
    environment: {} as Record<string, string>,
  }
  const watcher: Watcher = {
    kind: 'database',
    isWanted: async () => world.isWanted,
    read: async () => {
      world.reads += 1
      const { value, others } = world
      return [{ kind: 'database', target: 'shop', check: 'lock_wait_seconds', value, seen: 'As told.' }, ...others]
    },
  }
  let minutes = 0
  /** Another process on the same store. */
  const instance = (store: Partial<WatchStore> = {}) =>
    new Watchman({
      store: { ...createWatchStore(database), ...store },
      watchers: [watcher],
      handIn: async ({ metadata }) => {
        if (metadata.database === world.refused) throw new Error('It is not taken.')
        world.sent.push(String(metadata.status))
      },
      now: () => new Date(Date.now() + minutes * 60_000),
      currentSettings: async () => resolveSettings(world.environment, new Map()).values,
      log: QUIET,
    })
  const aMinuteLater = async () => {
    minutes += 1
    await runSql(url, `UPDATE clock_shift SET shift = make_interval(mins => $1)`, [minutes])
  }
  return { world, instance, aMinuteLater }
}

test('of many instances that wake at once one makes the round', async (t) => {
  const { world, instance, aMinuteLater } = await openWorld(t)
  const instances = Array.from({ length: 6 }, () => instance())
  for (let round = 1; round <= 5; round += 1) {
    await Promise.all(instances.map((one) => one.look()))
    await Promise.all(instances.map((one) => one.look()))
    assert.equal(world.reads, round)
    await aMinuteLater()
  }
})

test('readings in a row count although each is made by another instance', async (t) => {
  const { world, instance, aMinuteLater } = await openWorld(t)
  world.environment = { MONITOR_READINGS_IN_ROW: '3' }
  for (const value of [99, 99, 99, 99, 0, 0, 29, 0, 0, 0, 0]) {
    world.value = value
    await instance().look()
    await aMinuteLater()
  }
  assert.deepEqual(world.sent, ['firing', 'resolved'])
})

test('an instance that is lost after handing in and before remembering says it again, and then no more', async (t) => {
  const { world, instance, aMinuteLater } = await openWorld(t)
  world.value = 99
  const isLost = { save: () => Promise.reject(new Error('The store is away.')) }
  for (const store of [{}, isLost, {}, {}, {}]) {
    await instance(store).look()
    await aMinuteLater()
  }
  assert.deepEqual(world.sent, ['firing', 'firing'])
})

test('a finding that was not taken is tried again, and does not keep the others from being remembered', async (t) => {
  const { world, instance, aMinuteLater } = await openWorld(t)
  world.value = 99
  world.others = [{ kind: 'database', target: 'stock', check: 'lock_wait_seconds', value: 99, seen: 'As told.' }]
  for (const refused of ['', 'stock', 'stock', '', '']) {
    world.refused = refused
    await instance().look()
    await aMinuteLater()
  }
  assert.deepEqual(world.sent, ['firing', 'firing'])
})

test('what nobody wants watched is not read and takes no round', async (t) => {
  const { world, instance } = await openWorld(t)
  world.isWanted = false
  await instance().look()
  assert.equal(world.reads, 0)
  world.isWanted = true
  await instance().look()
  assert.equal(world.reads, 1)
})
