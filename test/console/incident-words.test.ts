/** What the page of an incident makes of the words it is given: each thing said once, by one name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameCalls } from '../../console/src/pages/incident/call-names.ts'
import { leadOf } from '../../console/src/pages/incident/lead.ts'
import { tellQuote } from '../../console/src/pages/incident/quote-words.ts'
import { LOOKED_AT, tellUnseen } from '../../console/src/pages/incident/tell-unseen.ts'
import { BUILT_IN_PLUGINS } from '../../src/plugins/built-in-plugins.ts'

type Events = Parameters<typeof nameCalls>[0]
type Incident = Parameters<typeof leadOf>[0]
type Diagnosis = Parameters<typeof leadOf>[1]

const FINDING = 'Container web is killed for want of memory.'
const REASON = 'A restart changes nothing.'

test('no two calls of an incident bear the same name, however often it was looked at', () => {
  const kinds = [
    'diagnosis_started',
    'analysis',
    'diagnosis_started',
    'analysis',
    'model',
    'verification',
    'verification',
  ]
  const events = kinds.map((kind, at) => ({
    id: String(at),
    ...(kind === 'diagnosis_started'
      ? { type: kind, data: {} }
      : { type: 'tool_call', data: { call: kind === 'model' ? 'C2' : 'C1', by: kind } }),
  })) as unknown as Events
  assert.deepEqual([...nameCalls(events).values()], ['C1', 'C1 of look 2', 'C2 of look 2', 'V1', 'V2'])
})

test('a conclusion whose reason stands elsewhere is read as the finding it begins with', () => {
  const diagnosis = {
    conclusion: `${FINDING} ${REASON}`,
    key_findings: [FINDING],
    no_action_reason: REASON,
  } as unknown as Diagnosis
  const incident = { status: 'escalated', diagnosis, proposal: null, events: [] } as unknown as Incident
  assert.deepEqual(leadOf(incident, diagnosis), { text: FINDING, isFinding: true })
})

test('the reason of a plan is not said twice, and a conclusion in words of its own stays whole', () => {
  const proposed = { conclusion: `${FINDING} ${REASON}`, key_findings: [FINDING], diagnosed_at: '2026-11-15T12:00:00Z' }
  const proposal = { actions: [{ why: REASON }], proposed_at: '2026-11-15T12:00:01Z' }
  const waiting = { status: 'awaiting_approval', diagnosis: proposed, proposal, events: [] } as unknown as Incident
  assert.deepEqual(leadOf(waiting, proposed as unknown as Diagnosis), { text: FINDING, isFinding: true })
  const own = { ...proposed, conclusion: 'The limit is too low.' }
  assert.deepEqual(leadOf(waiting, own as unknown as Diagnosis), { text: 'The limit is too low.', isFinding: false })
})

test('a quote loses the marks of its format and nothing else', () => {
  assert.equal(tellQuote('"state":"idle in transaction"'), 'state: idle in transaction')
  assert.equal(tellQuote('{"exitCode":137,"reason":"OOMKilled"}'), 'exitCode: 137, reason: OOMKilled')
  assert.equal(tellQuote('"count":'), 'count')
  assert.match(tellQuote('[1794761940,"251658240"]'), /^\d\d:\d\d:\d\d .+: 251658240$/)
  assert.equal(tellQuote('FATAL:  password authentication failed'), 'FATAL: password authentication failed')
})

test('whom the page calls by another name is a plugin', () => {
  const names = BUILT_IN_PLUGINS.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(LOOKED_AT).filter((name) => !names.includes(name)),
    [],
  )
  assert.equal(tellUnseen('logs.query: it did not answer.'), 'Logs: it did not answer.')
})
