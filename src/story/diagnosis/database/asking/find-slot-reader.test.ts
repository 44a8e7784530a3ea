import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOW, pictureDatabase, replicationOf } from '../../../../../test/world/scene/database-scene.ts'
import { readEnvironment } from '../../../../guidance/environment/environment-map.ts'
import { Evidence } from '../../evidence.ts'
import { sayReader } from '../../findings/replication/kept-wal.ts'
import { findSlotReader } from './ask-deeper.ts'

const SLOT = { slot_name: 'cdc_orders', slot_type: 'logical', active: false, wal_kept_bytes: 90e9 }
const LINES = [
  '2026-11-14T09:00:00Z ERROR Task threw an uncaught and unrecoverable exception',
  '2026-11-14T09:00:00Z Caused by: RestClientException: Unauthorized; error code: 401',
]

/** Who is found among these pods, and what was asked for it. */
async function find(pods: readonly string[], services: readonly object[], slot: object = SLOT) {
  const asked: string[] = []
  const evidence = new Evidence(async ({ plugin, parameters }) => {
    asked.push([plugin, parameters.namespace, parameters.pod_name].filter(Boolean).join(' '))
    const listed = pods.map((name) => ({ name, namespace: 'streaming', phase: 'Running', ready: true }))
    if (plugin === 'list_pods') return { success: true, data: { pods: listed, deployments: [] } }
    return { success: true, data: { namespace: 'streaming', pod: parameters.pod_name, previous: false, lines: LINES } }
  })
  const scene = pictureDatabase({ alert: 'PostgresDiskFilling', replication: replicationOf({ slots: [slot] }) })
  const environment = readEnvironment(JSON.stringify({ services }))
  const { database, subject } = scene
  assert.ok(database)
  const found = await findSlotReader(
    { now: NOW, subject, environment, evidence, scene },
    database.replication?.thing.slots ?? [],
  )
  return { asked, sentence: found && sayReader('cdc_orders', { ...database, slotReader: found }, NOW)?.sentence }
}

test('the reader is known by what people say of it, and tells why it stopped', async () => {
  const service = { name: 'exporter', namespace: 'streaming', description: 'kafka-connect task, reads slot cdc_orders' }
  const { asked, sentence } = await find(['web-1', 'kafka-connect-0'], [service])
  assert.deepEqual(asked, ['list_pods streaming', 'get_pod_logs streaming kafka-connect-0'])
  assert.match(
    sentence ?? '',
    /Its reader is exporter .*pod streaming\/kafka-connect-0; its log said 27 h ago: .*code: 401/,
  )
})

test('it is known by the same words in its name too, in the map or among the pods', async () => {
  const { sentence } = await find(['orders-cdc-7c9-abcde'], [{ name: 'orders-cdc', namespace: 'streaming' }])
  assert.match(sentence ?? '', /Its reader is orders-cdc/)
  const unmapped = await find(['web-1', 'cdc-orders-0'], [])
  assert.match(unmapped.sentence ?? '', /By its name its reader is pod streaming\/cdc-orders-0/)
})

test('nobody is accused without a name in common, and nobody is looked for where a slot is read or keeps little', async () => {
  assert.equal((await find(['web-1', 'orders-api-0'], [{ name: 'orders-api', namespace: 'shop' }])).sentence, undefined)
  assert.deepEqual((await find(['cdc-orders-0'], [], { ...SLOT, active: true })).asked, [])
  assert.deepEqual((await find(['cdc-orders-0'], [], { ...SLOT, wal_kept_bytes: 1000 })).asked, [])
})
