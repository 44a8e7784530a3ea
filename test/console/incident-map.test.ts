/** The map of an incident: columns, ties and the same in words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOutMap } from '../../console/src/pages/incident/map/lay-out-map.ts'
import { tellTies } from '../../console/src/pages/incident/map/map-words.ts'

test('the map stands in columns from whom it points to, to the subject, and says the same in words', () => {
  const entity = (name: string, part: object = {}) => ({
    ...{ name, is_subject: false, is_suspect: false, findings: [] },
    ...part,
  })
  const entities = [
    entity('batch', { is_suspect: true }),
    entity('stranger', { is_suspect: true }),
    entity('web', { is_subject: true }),
    entity('worker-1'),
  ]
  const ties = [
    { from: 'batch', to: 'worker-1', tie: 'runs_on' as const },
    { from: 'web', to: 'worker-1', tie: 'runs_on' as const },
  ]
  const sheet = layOutMap({ entities, ties })
  const columns = Map.groupBy(sheet.entities, ({ x }) => x)
  assert.deepEqual(
    [...columns.values()].map((column) => column.map(({ name }) => name)),
    [['batch', 'stranger'], ['worker-1'], ['web']],
  )
  assert.ok(sheet.ties.every(({ start, end }) => start.x !== end.x))
  assert.deepEqual(tellTies('web', ties), ['runs on worker-1'])
})

test('no line of the map runs behind a box: each column is one tie nearer to the subject, and one within it turns aside', () => {
  const names = ['web', 'orders', 'stock', 'cache', 'pod-a', 'pod-b', 'pod-c']
  const entities = names.map((name) => ({
    ...{ name, is_subject: name === 'web', is_suspect: ['cache', 'orders'].includes(name), findings: [] },
  }))
  const tied = (from: string, to: string) => ({ from, to, tie: 'calls' as const })
  const chain = [tied('web', 'orders'), tied('orders', 'stock'), tied('stock', 'cache')]
  const pods = ['pod-a', 'pod-b', 'pod-c'].map((name) => tied('cache', name))
  const sheet = layOutMap({ entities, ties: [...chain, ...pods, tied('pod-a', 'pod-c')] })
  const xOf = (name: string) => sheet.entities.find((one) => one.name === name)?.x ?? 0
  assert.ok(xOf('cache') < xOf('stock') && xOf('stock') < xOf('orders') && xOf('orders') < xOf('web'))
  const bent = sheet.ties.filter(({ bend }) => bend !== undefined)
  assert.ok(bent.length > 0 && bent.every(({ start, bend }) => (bend?.x ?? 0) < start.x))
})
