import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findingsOf,
  locksOf,
  type Pictured,
  queriesOf,
  secondsAgo,
  seriesOf,
  sessionOf,
  statementOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { runawayQuery } from '../../findings/statements/heavy-statements.ts'

const REPORT = sessionOf(4410, 200, { application_name: 'sidekiq', query: 'SELECT * FROM invoices WHERE month = 7' })
const HOT = 'SELECT "r".* FROM "reminders" "r" WHERE "r"."patient" = $1'

function crowd(sessions: number, seconds = 3): object[] {
  return Array.from({ length: sessions }, (_, index) =>
    sessionOf(2000 + index, seconds, { query: HOT.replace('$1', String(index)) }),
  )
}

function judged(running: readonly object[], by_total_time: readonly object[] = [], more: Pictured = {}) {
  const queries = queriesOf({ running, ...(by_total_time.length > 0 && { by_total_time }) })
  const [finding] = findingsOf(runawayQuery, { alert: 'db cpu', queries, ...more })
  return finding && { weight: finding.weight, steps: finding.actions.length, explains: finding.explains ?? [], finding }
}

const SLOW = statementOf(HOT, { calls: 812_300, mean_exec_time: 611, total_exec_time: 496_000_000 })

test('a statement that is merely old is a bystander where another has most sessions and most of the time', () => {
  const seen = judged([REPORT, ...crowd(7)], [SLOW])
  assert.deepEqual([seen?.weight, seen?.steps, seen?.explains], ['context', 0, []])
  assert.match(seen?.finding.statement ?? '', /7 of 8 working sessions run .*reminders.* 100 % of the time/)
})

test('also where nobody keeps statistics, where it reads from disk, and where the alert only says slow', () => {
  for (const [running, more] of [
    [[REPORT, ...crowd(7)], {}],
    [[{ ...REPORT, wait_event_type: 'IO', wait_event: 'DataFileRead' }, ...crowd(7)], {}],
    [[REPORT, ...crowd(7)], { alert: 'PortalLatencyHigh', locks: locksOf() }],
    [[REPORT, ...crowd(7)], { figures: [seriesOf('instance:node_cpu_utilisation:ratio', [0.9, 0.91])] }],
  ] as const) {
    const seen = judged(running, [], more)
    assert.deepEqual([seen?.weight, seen?.steps], ['context', 0])
  }
})

test('beside upkeep with more processes it is a bystander too, and so is one of very many', () => {
  const build = sessionOf(77, 900, { query: 'CREATE INDEX i ON t (a)', parallel_workers: 4 })
  const young = { ...REPORT, query_seconds: 1000, xact_seconds: 1000 }
  const beside = judged([build, young, sessionOf(1, 1), sessionOf(2, 1)])
  assert.deepEqual([beside?.weight, beside?.steps], ['context', 0])
  const many = Array.from({ length: 30 }, (_, index) =>
    sessionOf(index + 1, 1, { query: `SELECT a FROM t${'x'.repeat(index)}` }),
  )
  assert.equal(judged([REPORT, ...many])?.weight, 'context')
})

test('one that runs as long as it always does ends by itself', () => {
  const usual = statementOf(REPORT.query, { calls: 60, mean_exec_time: 171_000, total_exec_time: 10_260_000 })
  for (const alert of ['db cpu', 'PostgresLongRunningQuery']) {
    const seen = judged([REPORT], [usual], { alert })
    assert.deepEqual([seen?.weight, seen?.steps], ['symptom', 0])
    assert.match(
      seen?.finding.noActionReason ?? '',
      /as long as it usually does \(171 s|as long as it usually does \(2 min/,
    )
  }
  const quick = { ...usual, mean_exec_time: 900 }
  assert.equal(judged([REPORT], [quick])?.steps, 1)
})

test('a crowd of what is quick otherwise suffers from one that works with its workers', () => {
  const quick = statementOf(HOT, { calls: 9_000_000, mean_exec_time: 1.9, total_exec_time: 17_000_000 })
  const parallel = { ...REPORT, parallel_workers: 3 }
  assert.equal(judged([parallel, ...crowd(8)], [quick])?.steps, 1)
  assert.equal(judged([parallel, ...crowd(8)], [SLOW])?.steps, 0)
})

test('where it is measured that the load rose when it began, it is the one', () => {
  const step = [...Array(8).fill(0.2), ...Array(4).fill(0.95)]
  const figures = [seriesOf('instance:node_cpu_utilisation:ratio', step)]
  const at = Number(figures[0]?.values[8]?.[0])
  const began = { ...REPORT, query_start: new Date(at * 1000 - 60_000).toISOString() }
  const subject = { startedAt: new Date(secondsAgo(0)) }
  assert.equal(judged([began, ...crowd(8)], [], { figures, subject })?.steps, 1)
  const before = { ...REPORT, query_start: new Date(at * 1000 - 3_600_000).toISOString() }
  assert.equal(judged([before, ...crowd(8)], [], { figures, subject })?.steps, 0)
})

test('that another program is slow is no proof against a report', () => {
  const more: Pictured = { alert: 'CheckoutLatencyHigh', concern: 'dependency', locks: locksOf() }
  assert.deepEqual([judged([REPORT], [], more)?.weight, judged([REPORT], [], more)?.steps], ['symptom', 0])
  assert.equal(judged([{ ...REPORT, parallel_workers: 4 }], [], more)?.steps, 1)
})
