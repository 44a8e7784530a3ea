/** The quota of the rolling hour, counted in the store: exact across instances, and on the store's clock. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createActionLedger } from '../../src/edges/store/ledger-records.ts'
import { freshRecords, letPass, openRecords } from '../world/records.ts'
import { runSql } from '../world/sql.ts'

const ENTRY = { incidentId: 'INC-20260101-001', plugin: 'restart_pod', target: 'Pod shop/web-1' }

async function openLedgers(t: TestContext) {
  const { url, database } = await freshRecords(t)
  const other = openRecords(t, url)
  return { url, database, ledgers: [createActionLedger(database), createActionLedger(other)] as const }
}

test('fifty charges at once on two instances take exactly the quota', async (t) => {
  const { ledgers, url } = await openLedgers(t)
  const charges = Array.from({ length: 50 }, (_, index) => ledgers[index % 2 === 0 ? 0 : 1].charge(ENTRY, 10))
  const granted = (await Promise.all(charges)).filter(Boolean).length
  assert.equal(granted, 10)
  assert.deepEqual(await runSql(url, 'SELECT count(*)::int AS count FROM action_ledger'), [{ count: 10 }])
  for (const ledger of ledgers) assert.equal(await ledger.actionsInLastHour(), 10)
  assert.equal(await ledgers[1].charge(ENTRY, 10), false)
  assert.equal(await ledgers[1].charge(ENTRY, 11), true)
})

test('a charge counts for an hour and no longer, and never more than the quota falls into any hour', async (t) => {
  const { ledgers, database } = await openLedgers(t)
  const [ledger, other] = ledgers
  const charge = async () => (await ledger.charge(ENTRY, 3)) || (await other.charge(ENTRY, 3))
  assert.deepEqual([await charge(), await charge(), await charge(), await charge()], [true, true, true, false])
  await letPass(database, '59 minutes')
  assert.equal(await charge(), false)
  await letPass(database, '2 minutes')
  assert.deepEqual([await charge(), await charge()], [true, true])
  await letPass(database, '30 minutes')
  assert.deepEqual([await charge(), await charge()], [true, false])
  await letPass(database, '31 minutes')
  assert.deepEqual([await charge(), await charge(), await charge()], [true, true, false])
})

test('a clock that is set back gives nothing back', async (t) => {
  const { ledgers, database } = await openLedgers(t)
  const [ledger] = ledgers
  assert.deepEqual([await ledger.charge(ENTRY, 1), await ledger.charge(ENTRY, 1)], [true, false])
  for (const jump of ['-2 hours', '1 hour']) {
    await letPass(database, jump)
    assert.equal(await ledger.charge(ENTRY, 1), false, jump)
  }
})

test('a quota that is no number grants nothing', async (t) => {
  const { ledgers } = await openLedgers(t)
  for (const quota of [Number.NaN, undefined as never, 0, -1])
    assert.equal(await ledgers[0].charge(ENTRY, quota), false)
  assert.equal(await ledgers[0].actionsInLastHour(), 0)
})

test('the count at the start of the hour is that before our first change of this very target', async (t) => {
  const { ledgers, database } = await openLedgers(t)
  const [ledger, other] = ledgers
  const target = 'Deployment shop/checkout'
  const scale = (from: number, to: number, of = target) =>
    ledger.charge({ ...ENTRY, plugin: 'scale_deployment', target: of, replicas: { from, to } }, 100)
  assert.equal(await other.replicasAtHourStart(target), undefined)
  await ledger.charge({ ...ENTRY, target }, 100)
  assert.equal(await other.replicasAtHourStart(target), undefined, 'a restart changes no count')
  await scale(4, 6)
  await letPass(database, '40 minutes')
  await scale(6, 8)
  await scale(9, 10, 'Deployment shop/cart')
  assert.equal(await other.replicasAtHourStart(target), 4)
  await letPass(database, '21 minutes')
  assert.equal(await other.replicasAtHourStart(target), 6)
  await letPass(database, '1 hour')
  assert.equal(await other.replicasAtHourStart(target), undefined)
  await scale(0, 1)
  assert.equal(await other.replicasAtHourStart(target), 0)
})

test('what was charged cannot be taken back', async (t) => {
  const { ledgers, url } = await openLedgers(t)
  await ledgers[0].charge(ENTRY, 1)
  for (const sql of [
    'DELETE FROM action_ledger',
    "UPDATE action_ledger SET at = now() - interval '1 day'",
    'TRUNCATE action_ledger',
  ])
    await assert.rejects(runSql(url, sql), sql)
})
