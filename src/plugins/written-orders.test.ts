import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Deed, orderAgainst } from './written-orders.ts'

const forbids = (deed: Deed | undefined, note: string, ...names: string[]) =>
  orderAgainst(deed, ['press', ...names], [note]) !== undefined

test('a sentence that forbids a deed keeps it from whom it or the sentences before it name', () => {
  const forbidden: [Deed, string][] = [
    ['end', 'The press is moved to another disk by hand. It takes an hour. The move must not be interrupted.'],
    ['restart', 'press keeps its orders in memory only: never restart it.'],
    ['rollback', 'Do not roll back press, version 6 cannot read the stock.'],
    ['rollback', 'press has new files since May; rollbacks are strictly forbidden.'],
    ['scale', 'For press the number of instances is fixed by the licence.'],
    ['scale', 'By law exactly two instances of press may count.'],
    ['cordon', 'The node press must never be drained without asking.'],
    ['restart', 'press 正在对账，请勿重启。'],
    ['restart', 'press 正在对账。请勿重启该服务。'],
    ['restart', 'press keeps all in memory. Never restart this program.'],
    ['end', 'Nobody may touch press during the inventory.'],
    ['end', 'At noon press seals the day. If it is interrupted, the seal is void and has to be begun anew.'],
    ['restart', 'press 在内存中记账，一旦重启，当天的账目会丢失。'],
    ['rollback', 'press 4.1.0 closes a hole. It was ruled that no version below 4.1.0 may print again.'],
  ]
  for (const [deed, note] of forbidden) assert.ok(forbids(deed, note), note)
})

test('an order about another deed or somebody else, and what merely is so, forbids nothing', () => {
  const free: [Deed, string][] = [
    ['restart', 'Do not scale press by hand.'],
    ['rollback', 'press posts orders to the old appliance. Nobody may touch the appliance.'],
    ['scale', '印刷机 press 的副本数是固定的，没有自动伸缩。'],
    ['scale', 'press: the number of replicas is fixed, nothing scales it.'],
    ['end', 'DBAs may end sessions of press at any time.'],
    ['end', 'press cannot be read until then.'],
    ['restart', 'press prints. Its paper comes on Monday. Ink is kept below. Never restart it.'],
    ['restart', 'The mill must not be restarted.'],
    ['end', 'If press is interrupted, it goes on where it was and nothing is lost.'],
    ['rollback', 'press: no version is known to fail.'],
  ]
  for (const [deed, note] of free) assert.ok(!forbids(deed, note), note)
})

test('without a word for the deed only what forbids everything counts', () => {
  assert.ok(forbids(undefined, 'Do not touch press before Thursday.'))
  assert.ok(!forbids(undefined, 'Do not scale press.'))
})
