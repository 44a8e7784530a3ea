import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exhibit } from '../../../../test/world/scene/mill-scene.ts'
import { nothingSeen } from './nothing-seen.ts'

const ONSET = new Date('2026-11-15T12:00:00Z')
const answered = (...plugins: string[]) => plugins.map((plugin, at) => exhibit(`C${at}`, plugin, {}))

test('that nothing moved, was said or changed is told only of what answered', () => {
  const all = nothingSeen(answered('metrics.query_range', 'logs.query', 'list_pods'), ONSET)
  assert.match(all, /nothing moved there, nothing is newly said and nothing was changed\.$/)
  const none = nothingSeen(answered('active_connections'), ONSET)
  assert.doesNotMatch(none, /nothing/i)
  assert.equal(none.match(/could not be seen/g)?.length, 3)
  const [metrics] = answered('metrics.query_range')
  assert.ok(metrics)
  const failed = { ...metrics, result: { success: false, message: '', error: 'No metrics server is configured.' } }
  assert.match(
    nothingSeen([failed as never, ...answered('logs.query')], ONSET),
    /moved .* could not be seen\. Nothing is newly said there\. What was changed/,
  )
})
