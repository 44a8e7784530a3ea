import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import type { WholeIncident } from '../incident.ts'
import { writeReport } from './report.ts'

const LABELS = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`extra_${index}`, 'x']))
const incident = {
  ...incidentOf({ ...LABELS, namespace: 'shop', severity: 'high', alertname: 'Down' }),
  ...{ usage: { turns: 0, inputTokens: 0, outputTokens: 0 }, createdAt: new Date(0) },
} as unknown as WholeIncident

test('of an alert with a thousand labels the report tells the telling ones first, and how many it leaves out', () => {
  const report = writeReport({ incident, events: [] })
  assert.match(report, /`severity=high` `alertname=Down` `namespace=shop` `extra_0=x`/)
  assert.match(report, /`extra_16=x` and 983 more labels\n/)
  assert.doesNotMatch(report, /extra_17/)
  assert.match(writeReport({ incident, events: [] }, 'zh'), /另有 983 个标签/)
})

test('of a label as long as an alert may be the report tells the beginning, and how long it is', () => {
  const long = {
    ...incident,
    members: incident.members.map((one) => ({ ...one, labels: { note: 'n'.repeat(60_000) } })),
  }
  const report = writeReport({ incident: long as unknown as WholeIncident, events: [] })
  assert.match(report, /n{500}…` \(the first 500 of 60000 characters\)/)
  assert.ok(report.length < 5_000)
})

const proven = (...quotes: string[]) => {
  const evidence = quotes.map((quote) => ({ plugin: 'logs.query', call: 'C8', quote }))
  const diagnosis = { conclusion: 'x', keyFindings: [{ text: 'It is blocked.', evidence }], ruledOut: [], notSeen: [] }
  const whole = { ...incident, diagnosis: { ...diagnosis, suggestedActions: [], flags: [], situation: 'fault' } }
  return writeReport({ incident: whole as unknown as WholeIncident, events: [] })
}

test('a quote that proves a finding twice stands there once', () => {
  assert.equal(proven('Thread blocked', 'Thread blocked').split('call C8: `Thread blocked`').length, 2)
})

test('what one call proves stands on one line, without the marks of JSON; a line of a log is quoted as it is', () => {
  assert.ok(proven('"pid":7', '"state":"idle"').includes('call C8: `pid: 7` `state: idle`\n'))
  assert.ok(proven('"from":0,"to":5,"at":"2026-01-01T10:00:00.000Z"').includes('2026-01-01T10:00:00.000Z: `0 → 5`'))
  assert.ok(proven('[1794761940,"251658240"]').includes('Z: `251658240`'))
  assert.ok(proven('level=error msg="a, b": c').includes('`level=error msg="a, b": c`'))
})

test('what an alert says is told once, also where it is called by it', () => {
  const member = { ...incident.members[0], key: 'k', name: 'checkout is slow', labels: {}, state: 'firing' }
  const told = (description: string) => {
    const whole = { ...incident, title: 'slow', members: [member], description } as unknown as WholeIncident
    return writeReport({ incident: whole, events: [] }).split('checkout is slow').length - 1
  }
  assert.equal(told('checkout is slow\n'), 1)
  assert.equal(told('Since noon checkout is slow'), 2)
})
