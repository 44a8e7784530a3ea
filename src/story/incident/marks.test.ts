import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import { markOf, marksOf, readMark } from './marks.ts'

const NOBODY = readEnvironment('{}')
const SHOP = readEnvironment(JSON.stringify({ services: [{ name: 'checkout', namespace: 'shop', team: 'Shop' }] }))
const ALERT = {
  title: 'Pods restart',
  description: '',
  source: 'alertmanager',
  members: [{ labels: { deployment: 'checkout', owner: 'platform' } }],
  faults: [
    { kind: 'out_of_memory', object: 'Deployment shop/checkout', statement: '' },
    { kind: 'node_down', object: 'Node n1', statement: '' },
  ],
}

test('an incident is marked with its source, service, team, first cause and labels', () => {
  assert.deepEqual(marksOf(ALERT, NOBODY), [
    'source alertmanager',
    'service checkout',
    'team platform',
    'cause out_of_memory',
    'cause out_of_memory Deployment shop/checkout',
    'label deployment=checkout',
    'label owner=platform',
  ])
})

test('the team of a known service counts beside the one the alert names', () => {
  const marks = marksOf(ALERT, SHOP)
  assert.deepEqual(
    marks.filter((mark) => mark.startsWith('team ')),
    ['team Shop', 'team platform'],
  )
})

test('what nobody said is no mark, and an incident of many alerts has a bounded number of them', () => {
  assert.deepEqual(marksOf({ ...ALERT, members: [], faults: [] }, NOBODY), ['source alertmanager'])
  const members = Array.from({ length: 300 }, (_, at) => ({ labels: { pod: `pod-${at}` } }))
  assert.equal(marksOf({ ...ALERT, members }, NOBODY).length, 100)
})

test('a mark that is too long is cut alike when it is written and when it is asked for', () => {
  const long = `pod=${'x'.repeat(500)}`
  assert.ok(
    marksOf({ ...ALERT, members: [{ labels: { pod: 'x'.repeat(500) } }] }, NOBODY).includes(markOf('label', long)),
  )
  assert.deepEqual(readMark('label team=blue and green'), { kind: 'label', value: 'team=blue and green' })
})
