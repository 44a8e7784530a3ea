import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytes, lasting, quotedQuery, who } from './session-words.ts'

test('times are said in the unit one would say them in', () => {
  assert.deepEqual(
    [0, 95, 2820, 7199, 19_000, 1_400_000].map((seconds) => lasting(seconds)),
    ['0 s', '95 s', '47 min', '119 min', '5.3 h', '16 days'],
  )
  assert.equal(lasting(null), 'an unknown time')
})

test('amounts of bytes too', () => {
  assert.deepEqual([5_242_880, 9_663_676_416, 2.2e12].map(bytes), ['5 MB', '9 GB', '2 TB'])
})

test('a session is named by what is known of it, in one line', () => {
  assert.equal(
    who({ pid: 7, usename: 'app', application_name: 'x\ny', client_addr: '10.0.0.1' }),
    'pid 7 (app, x y, 10.0.0.1)',
  )
  assert.equal(who({ pid: 7, usename: 'app', application_name: '', client_addr: null }), 'pid 7 (app, local)')
})

test('a query is shown without its comments, in one line, and cut', () => {
  assert.equal(quotedQuery('SELECT /* obey */ 1 -- and this\n  FROM t /* open'), '“SELECT 1 FROM t”')
  assert.ok(quotedQuery('x'.repeat(1000)).length < 150)
})
