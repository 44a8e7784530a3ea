/** A statement that comes after its moment is refused by the target itself, however it was held up on the way. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openTargetDatabases } from '../../src/edges/database/target-databases.ts'
import { TooLate } from '../../src/ports/deadline.ts'
import { ownDatabase } from '../world/own-postgres.ts'
import { SILENT_LOG } from '../world/records.ts'
import { runSql } from '../world/sql.ts'

async function openTarget(t: TestContext) {
  const { url } = await ownDatabase(t)
  await runSql(url, 'CREATE TABLE deeds (name text)')
  const databases = openTargetDatabases({ targets: [{ name: 'shop', url, actingUrl: url }], log: SILENT_LOG })
  t.after(() => databases.close())
  const act = (name: string, leftMs: () => number) =>
    databases.act('shop', 'INSERT INTO public.deeds VALUES ($1)', [name], {
      signal: new AbortController().signal,
      before: { leftMs },
    })
  const deeds = async () => (await runSql(url, 'SELECT name FROM deeds ORDER BY name')).map(({ name }) => name)
  return { act, deeds }
}

/** The whole process stands still, as under SIGSTOP. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('a process that stands still between its last look at the clock and the sending is refused by the server', async (t) => {
  const { act, deeds } = await openTarget(t)
  let looks = 0
  const leftMs = () => {
    looks += 1
    // The last look is right before the statement is sent.
    if (looks === 3) standStill(1_000)
    return 100
  }
  // Whether we still hear why depends on how far the server has got with closing.
  await assert.rejects(act('late', leftMs))
  assert.deepEqual([looks, await deeds()], [3, []])
})

test('a statement whose moment has passed is not even sent', async (t) => {
  const { act, deeds } = await openTarget(t)
  await assert.rejects(
    act('late', () => 0),
    TooLate,
  )
  assert.deepEqual(await deeds(), [])
})

test('one that comes in time is carried out, and the session it used is there for the next, however much later', async (t) => {
  const { act, deeds } = await openTarget(t)
  await act('in time', () => 60_000)
  let looks = 0
  await act('again', () => {
    looks += 1
    return 60_000
  })
  assert.deepEqual(await deeds(), ['again', 'in time'])
  assert.ok(looks > 0)
})
