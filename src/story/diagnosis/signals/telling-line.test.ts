import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SaidLine, tellingOf } from './said-lines.ts'

const AT = new Date('2026-11-15T11:00:00Z')

/** Lines of one record bear one time, as the reader of logs gives it to those that go on. */
function saying(texts: readonly string[], at = AT, pod = 'web-1'): SaidLine[] {
  const exhibit = {
    id: 'C1',
    plugin: 'get_pod_logs',
    parameters: {},
    result: { success: true, data: { lines: texts } },
  }
  return texts.map((text) => ({ text, said: text, at, speaker: 'web', pod, exhibit }))
}

function tellingWords(...texts: string[]): string | undefined {
  return tellingOf(saying(texts), ['web'])?.words
}

test('the driver’s words are told rather than the framework’s envelope', () => {
  const words = tellingWords(
    'ERROR django.request: Internal Server Error: /carts',
    'Traceback (most recent call last):',
    '  File "/app/views.py", line 31, in get',
    'psycopg2.errors.SerializationFailure: canceling statement due to conflict with recovery',
    'DETAIL:  User query might have needed to see row versions that must be removed.',
    'django.db.utils.OperationalError: canceling statement due to conflict with recovery',
  )
  assert.match(words ?? '', /^psycopg2\.errors\.SerializationFailure: canceling .* \(DETAIL: User query might have/)
})

test('of several causes the innermost is told', () => {
  const words = tellingWords(
    'ERROR WorkerSourceTask{id=orders-0} Task threw an uncaught and unrecoverable exception',
    'org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler',
    '\tat org.apache.kafka.connect.runtime.Worker.run(Worker.java:12)',
    'Caused by: org.apache.kafka.common.errors.SerializationException: Error serializing Avro message',
    'Caused by: io.confluent.rest.RestClientException: Unauthorized; error code: 401',
  )
  assert.match(words ?? '', /RestClientException: Unauthorized/)
})

test('other languages wrap alike', () => {
  assert.match(
    tellingWords(
      'fail: Microsoft.AspNetCore.Server.Kestrel[13] An unhandled exception was thrown by the application.',
      'Microsoft.EntityFrameworkCore.DbUpdateException: An error occurred while saving the entity changes.',
      ' ---> Npgsql.PostgresException (0x80004005): 22003: integer out of range',
      '   at Npgsql.Internal.NpgsqlConnector.ReadMessage()',
    ) ?? '',
    /22003: integer out of range/,
  )
  assert.match(
    tellingWords(
      'ERROR request failed',
      'ActiveRecord::RecordNotUnique (PG::UniqueViolation: ERROR:  duplicate key value violates unique constraint "users_pkey"',
    ) ?? '',
    /users_pkey/,
  )
  assert.match(
    tellingWords(
      '{"level":"error","msg":"request failed","error":"dial tcp 10.0.0.7:6379: connect: connection refused"}',
    ) ?? '',
    /request failed: dial tcp 10\.0\.0\.7:6379/,
  )
})

test('an envelope is told where nothing else is', () => {
  assert.equal(tellingWords('ERROR Internal Server Error: /carts'), 'ERROR Internal Server Error: /carts')
})

test('of what is said about equally often, what tells more is told, and not what is seldom', () => {
  const minutes = [1, 2, 3].map((minute) => new Date(AT.getTime() + minute * 60_000))
  const often = minutes.flatMap((at) => [
    ...saying(['ERROR Unhandled exception'], at),
    ...saying(['ERROR pq: relation "baskets" does not exist'], new Date(at.getTime() + 3)),
  ])
  const seldom = saying(['ERROR PG::ConnectionBad: could not connect to "db.shop:5432"'])
  assert.match(tellingOf([...seldom, ...often], ['web'])?.words ?? '', /baskets/)
})

test('a record that a log server keeps as one line is read line by line', () => {
  const words = tellingWords(
    'ERROR request failed\njava.sql.SQLException: boom\nCaused by: java.io.IOException: disk "d1" is gone\n',
  )
  assert.equal(words, 'Caused by: java.io.IOException: disk "d1" is gone')
})

test('records of others and lines that go on after information are no failure', () => {
  assert.equal(tellingWords('INFO ok', 'all well'), undefined)
  assert.equal(tellingOf(saying(['ERROR boom']), ['api']), undefined)
})
