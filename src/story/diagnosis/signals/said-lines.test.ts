import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupLines, isErrorLine, type SaidLine, wordsOf } from './said-lines.ts'

const ERRORS = [
  '2026-05-05T10:00:00Z ERROR POST /pay 500',
  '[2026-05-05 10:00:00,123] [ERROR] boom',
  'level=error msg="boom"',
  '{"level":"error","msg":"boom"}',
  'E0505 10:00:00.000000 1 main.go:7] boom',
  'java.lang.IllegalStateException: boom',
  'panic: runtime error: index out of range',
  'GET /pay 503 12ms',
  '2026/05/05 10:00:00 [error] 7#7: *1 no memory, client: 10.0.0.1',
  '[Tue May 05 10:00:00 2026] [proxy:error] [pid 7] no worker is left',
  'FATAL:  the database system is shutting down',
]

const OTHERS = [
  'INFO recovered from an error',
  'WARN retrying after error 500',
  'GET /errors 200 3ms',
  'INFO POST /pay 200 503ms',
  'level=warn msg="error budget is low"',
  'ready to serve',
]

test('a line is an error by its own level, or by what was answered', () => {
  for (const said of ERRORS) assert.ok(isErrorLine({ said }), said)
  for (const said of OTHERS) assert.ok(!isErrorLine({ said }), said)
})

test('lines that differ in numbers and ids only are one group, with its first and its last', () => {
  const lines = [
    'ERROR cart 118 of 3f2b9a7c4d failed after 12 ms',
    'ERROR the other one',
    'ERROR cart 9 of 00b9a7c4d1 failed after 7 ms',
  ].map((said): SaidLine => ({ said, text: said, at: undefined, speaker: 'web', pod: 'web-1', exhibit: EXHIBIT }))
  const [first] = groupLines(lines)
  assert.equal(first?.lines.length, 2)
  assert.equal(first?.first, lines[0])
  assert.equal(first?.last, lines[2])
})

test('with its time goes the zone it was told in', () => {
  const line = '2026-11-19 20:40:12.123 UTC LOG: automatic vacuum'
  assert.equal(wordsOf({ text: line }), 'LOG: automatic vacuum')
})

const EXHIBIT = { id: 'C1', plugin: 'logs.query', parameters: {}, result: { success: true } }
