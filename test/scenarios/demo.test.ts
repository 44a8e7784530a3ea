import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDemo } from '../../src/edges/terminal/demo/demo.ts'
import { ownDatabase } from '../world/own-postgres.ts'
import { startTestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

test('the demo makes one real incident, together with the watch, has its plan confirmed, and leaves nothing behind', async (t) => {
  const { url } = await ownDatabase(t)
  // The service watches that database itself, and finds the same.
  const watch = { MONITOR_INTERVAL_SECONDS: '1', MONITOR_LOCK_WAIT_SECONDS: '1' }
  const environment = { DATABASE_URL: url, TARGET_DATABASES: `own=${url}`, ...watch }
  const service = await startTestService(t, { environment })
  const lines: string[] = []
  // The reader has no terminal, and does what the demo says: the line it prints, from somewhere else.
  const read = (line: string) => {
    lines.push(line)
    const [, path, body] = /curl -X POST http:\/\/[^/]+(\S+) .* -d '(.+)'$/.exec(line) ?? []
    if (path && body) void service.ask('POST', path, { body })
  }
  await runDemo({
    address: service.address,
    databaseUrl: url,
    target: 'own',
    key: undefined,
    confirmsItself: false,
    enter: undefined,
    print: read,
    signal: AbortSignal.timeout(240_000),
  })
  const output = lines.join('\n')
  assert.match(output, /There is no terminal to press Enter at/)
  assert.doesNotMatch(output, /press Enter here/)
  assert.match(output, /8\. The incident is resolved\./)
  assert.match(output, /6 of the 6 hanging queries have their answer/)
  const incidents = await runSql(url, 'SELECT fingerprint FROM firebreak.incidents')
  assert.deepEqual(incidents, [{ fingerprint: 'monitor:database:own:lock_wait_seconds' }])
  assert.deepEqual(await runSql(url, `SELECT nspname FROM pg_namespace WHERE nspname = 'firebreak_demo'`), [])
})
