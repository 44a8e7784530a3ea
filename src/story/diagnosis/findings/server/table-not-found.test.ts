import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bloatOf, pictureDatabase, tableOf } from '../../../../../test/world/scene/database-scene.ts'
import type { Exhibit } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { tableNotFound } from './table-not-found.ts'

const ABSENT: Exhibit = {
  id: 'C50',
  plugin: 'table_bloat',
  parameters: {},
  result: { success: false, error: 'There is no table "orders_old" in shop.' },
}

function sceneWith(exhibits: readonly Exhibit[], subject = {}): Scene {
  const bloat = bloatOf({ tables: [tableOf('orders', 1, 100)] })
  const scene = pictureDatabase({ alert: 'PostgresqlBloat', subject: { table: 'orders_old', ...subject }, bloat })
  return { ...scene, exhibits: [...scene.exhibits, ...exhibits] }
}

test('a table that is not there is said to be not there, with those that are', () => {
  const [finding] = tableNotFound(sceneWith([ABSENT]))
  assert.match(finding?.statement ?? '', /names table orders_old, which is not there.*public\.orders/)
  assert.deepEqual([finding?.situation, finding?.actions], ['not_found', []])
  assert.ok((finding?.confidence ?? 1) <= 0.6)
})

test('a name guessed from a sentence proves nothing, nor does a table that is there', () => {
  assert.deepEqual(tableNotFound(sceneWith([ABSENT], { fromText: ['table'] })), [])
  assert.deepEqual(tableNotFound(sceneWith([])), [])
})
