import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  groupOf,
  NOW,
  type Pictured,
  pictureDatabase,
  seriesOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { databaseAnswers } from '../../findings/server/database-server.ts'
import type { Scene } from '../../scene.ts'
import type { SignalScene } from '../../signals/signal-scene.ts'
import { isWatcherBlind } from './points-to-database.ts'

const POD = 'pg-exporter-1-aaaaa'
const DOWN: Pictured = {
  alert: 'PostgresqlDown',
  subject: { pod: POD },
  connections: connectionsOf({ groups: [groupOf('10.0.0.1', 12)] }),
  figures: [seriesOf('pg_up', [1, 0, 0])],
}

function saying(pictured: Pictured, minutes: readonly number[]): Scene {
  const exhibit = {
    id: 'C90',
    plugin: 'logs.query',
    parameters: {},
    result: { success: true, data: {} },
  }
  const lines = minutes.map((ago) => ({
    text: 'level=error err="pq: password authentication failed for user exporter"',
    at: new Date(NOW.getTime() - ago * 60_000),
    labels: { pod: POD },
    exhibit,
  }))
  return { ...pictureDatabase(pictured), signals: { lines, figures: [], silent: [] } as unknown as SignalScene }
}

test('a watcher is blind where the server answers and pg_up is 0, or the alert speaks of its scrapes', () => {
  assert.equal(isWatcherBlind(pictureDatabase(DOWN)), true)
  const scrape = { ...DOWN, alert: 'PgExporterScrapeError', figures: [seriesOf('pg_up', [1, 1])] }
  assert.equal(isWatcherBlind(pictureDatabase(scrape)), true)
})

test('it is not where the server is silent, is seen, or no watcher is named', () => {
  const { connections: _, ...silent } = DOWN
  assert.equal(isWatcherBlind(pictureDatabase({ ...silent, refusal: 'Database shop: ECONNREFUSED' })), false)
  assert.equal(isWatcherBlind(pictureDatabase({ ...DOWN, figures: [seriesOf('pg_up', [1, 1])] })), false)
  assert.equal(isWatcherBlind(pictureDatabase({ ...DOWN, subject: { pod: 'orders-pg-0' } })), false)
})

test('while the watcher still logs errors nothing is called as designed, and they are quoted', () => {
  const [found] = databaseAnswers(saying(DOWN, [20, 8, 2]))
  assert.equal(found?.situation, 'fault')
  assert.match(found?.statement ?? '', /Its log says ".*password authentication failed/)
  assert.equal(databaseAnswers(saying(DOWN, [90, 80]))[0]?.situation, 'works_as_designed')
})
