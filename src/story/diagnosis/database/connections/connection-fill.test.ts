import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureDatabase, seriesOf } from '../../../../../test/world/scene/database-scene.ts'
import { measuredFill } from './connections.ts'

const figuresOf = (figures: readonly object[]) =>
  pictureDatabase({ figures }).database ?? assert.fail('nothing was read')

test('the states of one server are added up, moment by moment', () => {
  const instance = 'shop-db:9187'
  const figures = [
    seriesOf('pg_stat_activity_count', [40, 60], { instance, state: 'idle' }),
    seriesOf('pg_stat_activity_count', [5, 10], { instance, state: 'active' }),
    seriesOf('pg_settings_max_connections', [100, 100], { instance }),
  ]
  const { lowest, highest, now, max } = measuredFill(figuresOf(figures)) ?? assert.fail('nothing was measured')
  assert.deepEqual([lowest, highest, now, max], [45, 70, 70, 100])
})

test('another server’s sessions and limit are left out, and without a limit nothing is known', () => {
  const [one, other] = [{ instance: 'shop-db:9187' }, { instance: 'big-db:9187' }]
  const counts = [seriesOf('pg_stat_activity_count', [40], one), seriesOf('pg_stat_activity_count', [900], other)]
  const limits = [
    seriesOf('pg_settings_max_connections', [1000], other),
    seriesOf('pg_settings_max_connections', [100], one),
  ]
  const measured = measuredFill(figuresOf([...counts, ...limits]))
  assert.deepEqual([measured?.now, measured?.max], [40, 100])
  assert.equal(measuredFill(figuresOf([...counts, ...limits.slice(0, 1)])), undefined)
})
