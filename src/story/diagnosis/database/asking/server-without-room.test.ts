import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scene } from '../../scene.ts'
import { lacksRoom } from './ask-deeper.ts'

/** A pod that mounts claim `data-0`, with what it said. */
function pictured(image: string, claim: string | undefined, ...lines: string[]): Scene {
  const container = { name: 'main', image, volumeMounts: [{ mountPath: '/data' }] }
  const described = [
    { pod: { name: 'it-0' }, claims: [{ name: 'data-0' }], whole: { pod: { containers: [container] } } },
  ]
  const logs = [{ namespace: 'shop', name: 'it-0', lines: lines.map((text) => ({ text, at: undefined })) }]
  return { subject: { claim }, cluster: { described, logs } } as unknown as Scene
}

test('a server that cannot write its own files lacks room, whatever it is called', () => {
  assert.ok(
    lacksRoom(
      pictured('ledger:4', undefined, 'PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device'),
    ),
  )
  assert.ok(
    lacksRoom(
      pictured('ledger:4', undefined, 'ERROR:  could not extend file "base/16384/2619": No space left on device'),
    ),
  )
})

test('so does one whose claim the alert is about', () => {
  assert.ok(lacksRoom(pictured('ghcr.io/cloudnative-pg/postgresql:16', 'data-0')))
  assert.ok(!lacksRoom(pictured('ghcr.io/cloudnative-pg/postgresql:16', 'data-1')))
})

test('another program’s volume is not a database’s matter', () => {
  assert.ok(!lacksRoom(pictured('broker:2', 'data-0', 'write /data/7.log: no space left on device')))
})
