import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bloatOf, findingsOf, lineOf, tableOf } from '../../../../../test/world/scene/database-scene.ts'
import { vacuumNotDue } from './vacuum.ts'

function asked(table: object, alert = 'PostgresqlTableNotAutoVacuumed') {
  return { alert, subject: { table: 'orders' }, bloat: bloatOf({ tables: [table] }) }
}

test('a table with hardly any dead rows needs no vacuum, however long ago the last one was', () => {
  const [finding] = findingsOf(vacuumNotDue, asked(tableOf('orders', 9_100, 812_000)))
  assert.match(finding?.statement ?? '', /public\.orders is healthy: 9100 dead rows beside 812000 live ones/)
  assert.deepEqual([finding?.situation, finding?.actions], ['works_as_designed', []])
})

test('many dead rows, another table and another alert are not this', () => {
  assert.deepEqual(findingsOf(vacuumNotDue, asked(tableOf('orders', 400_000, 812_000))), [])
  assert.deepEqual(findingsOf(vacuumNotDue, asked(tableOf('other', 10, 812_000))), [])
  assert.deepEqual(findingsOf(vacuumNotDue, asked(tableOf('orders', 9_100, 812_000), 'PostgreSQLSlowQueries')), [])
})

test('few dead rows are no answer where they are seen to stay', () => {
  const few = asked(tableOf('orders', 9_100, 812_000))
  const logged = (count: number) => [
    lineOf(60, `tuples: 0 removed, 821100 remain, ${count} are dead but not yet removable`),
  ]
  assert.deepEqual(findingsOf(vacuumNotDue, { ...few, lines: logged(9_100) }), [])
  assert.equal(findingsOf(vacuumNotDue, { ...few, lines: logged(0) }).length, 1)
  assert.deepEqual(findingsOf(vacuumNotDue, { ...few, text: 'the dead rows of orders are never removed' }), [])
})
