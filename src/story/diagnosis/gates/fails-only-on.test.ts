import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PodView } from '../cluster/cluster-scene.ts'
import { failsOnlyOn } from './fails-only-on.ts'

const on = (nodeName: string, restartCount = 0, isReady = true) => ({ nodeName, restartCount, isReady }) as PodView
const WELL = ['n-1', 'n-1', 'n-2', 'n-3'].map((node) => on(node))

test('where all that fail stand on one host and others of the revision are well elsewhere, that host is told', () => {
  assert.equal(failsOnlyOn([...WELL, on('n-4', 55), on('n-4', 0, false)]), 'n-4')
})

test('one alone, failures on two hosts, one that is well on the same host and few others prove nothing', () => {
  assert.equal(failsOnlyOn([...WELL, on('n-4', 55)]), undefined)
  assert.equal(failsOnlyOn([...WELL, on('n-4', 55), on('n-5', 55)]), undefined)
  assert.equal(failsOnlyOn([...WELL, on('n-4'), on('n-4', 55), on('n-4', 55)]), undefined)
  assert.equal(failsOnlyOn([on('n-1'), on('n-2'), on('n-4', 55), on('n-4', 55)]), undefined)
  assert.equal(failsOnlyOn([on('n-1'), on('n-1'), on('n-1'), on('n-4', 55), on('n-4', 55)]), undefined)
})
