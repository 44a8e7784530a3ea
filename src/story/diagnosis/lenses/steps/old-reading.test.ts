import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, listing, pod, said, stepIn } from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

function described(isAfterStart: boolean): Exhibit {
  const secret = { kind: 'Secret', name: 'mill-key', exists: true, last_write: at(30) }
  const references = [{ ...secret, written_after_pod_start: isAfterStart }]
  return exhibit('C5', 'describe_pod', { pod: pod('bcdfg'), references })
}

test('a process older than the secret it was given is replaced once it is refused, and no younger one', () => {
  const refused = said('bcdfg', 'ERROR 401 Unauthorized: token was replaced')
  const wanted = stepIn([listing([pod('bcdfg')]), described(true), refused])
  assert.equal(wanted?.plugin, 'restart_pod')
  assert.match(wanted?.why ?? '', /before Secret mill-key was written/)
  assert.equal(stepIn([listing([pod('bcdfg')]), described(false), refused]), undefined)
  const two = [listing([pod('bcdfg'), pod('hjklm')]), described(true), refused]
  assert.equal(stepIn(two), undefined, 'of two nobody knows which was meant')
})
