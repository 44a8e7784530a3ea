/** The one question diagnosis asks about a database's figures, put to a real Prometheus that watches a pretend exporter. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { figuresQuestion } from '../../src/story/diagnosis/database/asking/database-questions.ts'
import { closeLast } from '../world/closing.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { PROMETHEUS, startPrometheus } from '../world/prometheus.ts'
import { pictureDatabase } from '../world/scene/database-scene.ts'

const EXPOSED = `
pg_up 1
pg_settings_max_connections 100
pg_stat_activity_count{datname="shop",state="idle"} 40
pg_stat_activity_count{datname="other",state="idle"} 7
pg_stat_user_tables_n_dead_tup{datname="shop",relname="orders"} 12
pg_stat_user_tables_n_dead_tup{datname="shop",relname="lines"} 13
go_goroutines 9
`

async function startExporter(t: TestContext): Promise<string> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/plain').end(EXPOSED))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLast(t, () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function ask(address: string, query: unknown) {
  const answer = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query: String(query) })}`)
  assert.equal(answer.status, 200, `${query}: ${answer.status}`)
  const { data } = (await answer.json()) as { data: { result: { metric: Record<string, string> }[] } }
  return data.result.map(({ metric }) => [metric.__name__, metric.datname, metric.relname].filter(Boolean).join(' '))
}

test('a real Prometheus gives the figures of this server, this database and this table, and no others', async (t) => {
  if (!(await hasProgram(t, PROMETHEUS, 'prometheus'))) return
  const target = await startExporter(t)
  const address = await startPrometheus(t, { target })
  const about = { labels: { datname: 'shop' }, subject: { instance: target, table: 'orders', namespace: 'production' } }
  const { query } = figuresQuestion(pictureDatabase(about).subject).parameters
  const found = await eventually('the exporter was read', async () => {
    const names = await ask(address, query)
    return names.length > 0 && names
  })
  assert.deepEqual(found.sort(), [
    'pg_settings_max_connections',
    'pg_stat_activity_count shop',
    'pg_stat_user_tables_n_dead_tup shop orders',
    'pg_up',
  ])
})

test('names with marks of their own stay names', async (t) => {
  if (!(await hasProgram(t, PROMETHEUS, 'prometheus'))) return
  const address = await startPrometheus(t, { target: '127.0.0.1:9' })
  const odd = 'a"b\\c.*{}|$'
  const about = { labels: { datname: odd }, subject: { instance: odd, table: odd, namespace: odd } }
  assert.deepEqual(await ask(address, figuresQuestion(pictureDatabase(about).subject).parameters.query), [])
})
