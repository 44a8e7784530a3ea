import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Facts, type MeantDatabase, whyNotWanted } from '../gate.ts'
import { sessionsIn } from './seen-sessions.ts'
import { sessionGate } from './session-gate.ts'

const session = (pid: number, datname: string, more: object = {}) => ({
  ...{ pid, leader_pid: null, datname, usename: 'app', application_name: datname, client_addr: '10.0.0.9' },
  ...{ backend_type: 'client backend', state: 'idle in transaction', query: '', xact_seconds: 900, ...more },
})
const waiter = (pid: number, datname: string, root: number) => ({
  ...session(pid, datname, { state: 'active', query: `UPDATE ${datname}_rows SET x = 1` }),
  ...{ blocked_by: [root], waits_for: { locktype: 'relation', mode: 'x', relation: `public.${datname}_rows` } },
})
/** Two lock trees in two databases of one server, and a backup with a queue behind it. */
const LOCKS = {
  database: 'main',
  roots: [
    session(42, 'orders'),
    session(4711, 'billing'),
    session(77, 'orders', { application_name: 'pg_dump', state: 'active' }),
  ],
  longest_transactions: [
    session(90, 'orders', { state: 'active', query_seconds: 1, xact_seconds: 3100 }),
    session(91, 'orders', { state: 'active', query_seconds: 1, xact_seconds: 90 }),
    session(92, 'billing', { leader_pid: 4711, application_name: 'closing-of-books' }),
  ],
  waiters: [
    waiter(43, 'orders', 42),
    waiter(4712, 'billing', 4711),
    waiter(78, 'orders', 77),
    waiter(79, 'orders', 78),
  ],
}

const factsOf = (meant: Partial<MeantDatabase>, notes: string[]) => {
  const sessions = sessionsIn([{ parameters: {}, result: { success: true, data: LOCKS } }])
  return {
    sessions,
    meant: { datnames: undefined, table: undefined, pid: undefined, ...meant },
    notes,
    heard: [],
  } as unknown as Facts
}
const refusal = (pid: number, meant: Partial<MeantDatabase> = {}) =>
  sessionGate.whyNot({ pid, database: 'main' }, factsOf(meant, []))

test('a session is ended only in the database the alert is about', () => {
  const orders = { datnames: new Set(['orders']) }
  assert.equal(refusal(42, orders), undefined)
  assert.match(refusal(4711, orders) ?? '', /works in database billing; the alert is about orders/)
  assert.equal(refusal(4711), undefined)
})

test('where the alert names a table or a session, it is ended only for that', () => {
  assert.equal(refusal(42, { table: 'orders_rows' }), undefined)
  assert.match(refusal(4711, { table: 'orders_rows' }) ?? '', /Nothing shows that pid 4711 touches orders_rows/)
  assert.equal(refusal(42, { pid: 43 }), undefined)
  assert.match(refusal(4711, { pid: 43 }) ?? '', /pid 43, which does not wait for pid 4711/)
})

test('who waits is ended only where others queue behind it and the root must be let finish', () => {
  assert.equal(refusal(78), undefined)
  assert.match(refusal(43) ?? '', /waits itself; ending it frees nobody/)
  assert.match(refusal(77) ?? '', /looks after the server itself/)
  assert.match(refusal(5) ?? '', /No listing shows a session with pid 5/)
})

test('who works in many short statements may be ended where its transaction is old', () => {
  assert.equal(refusal(90), undefined)
  assert.match(refusal(91) ?? '', /holds no old transaction/)
})

test('what people wrote beforehand of its table or its user keeps a session from being ended', () => {
  const judged = (...notes: string[]) =>
    whyNotWanted(sessionGate, { pid: 42, database: 'main' }, { facts: factsOf({}, notes), tieOf: () => 'a tie' })
  const order = 'The move of orders_rows must not be interrupted.'
  assert.equal(judged(), undefined)
  assert.equal(judged('The move of billing_rows must not be interrupted.'), undefined)
  assert.ok(judged('Tables are moved today.', order)?.includes(`in the environment context ("${order}")`))
})

test('what is to be left alone among its parallel workers keeps their leader from being ended', () => {
  const judged = (pid: number) =>
    whyNotWanted(
      sessionGate,
      { pid, database: 'main' },
      { facts: factsOf({}, ['closing-of-books must not be interrupted.']), tieOf: () => 'a tie' },
    )
  assert.match(judged(4711) ?? '', /closing-of-books/)
  assert.equal(judged(42), undefined)
})
