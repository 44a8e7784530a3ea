/** What the page of an incident makes of the words it is given: each thing said once, by one name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { belowHeading, tellMeasured } from '../../console/src/pages/incident/alert-words.ts'
import { nameCalls } from '../../console/src/pages/incident/call-names.ts'
import { cordonsOf } from '../../console/src/pages/incident/cordons-of.ts'
import { isTaken } from '../../console/src/pages/incident/decide.ts'
import { wordingOf } from '../../console/src/pages/incident/dialog-words.ts'
import { asWords, preconditionWords } from '../../console/src/pages/incident/field-words.ts'
import { leadOf } from '../../console/src/pages/incident/lead.ts'
import { wayTaken } from '../../console/src/pages/incident/lifecycle-course.ts'
import { tellWhich } from '../../console/src/pages/incident/plan-in-force.ts'
import { tellQuote, tellWholeQuote } from '../../console/src/pages/incident/quote-words.ts'
import { layOut } from '../../console/src/pages/incident/quoted-output.ts'
import { isSaidIn, newsBelow, tellOnce } from '../../console/src/pages/incident/said-once.ts'
import { LOOKED_AT, tellUnseen } from '../../console/src/pages/incident/tell-unseen.ts'
import { tellResolved } from '../../console/src/pages/incidents/chart-words.ts'
import { tellTimes } from '../../console/src/parts/counts.ts'
import { SEVERITY_COLORS } from '../../console/src/parts/severities.ts'
import { tellClock, tellDuration, tellMoment } from '../../console/src/parts/times.ts'
import { tellLook, toolName } from '../../console/src/parts/tool-names.ts'
import { createStandingCordons } from '../../src/edges/cluster/standing-cordons.ts'
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
    key_findings: ['Another waits for it.', FINDING],
    no_action_reason: REASON,
  } as unknown as Diagnosis
  const incident = { status: 'escalated', diagnosis, proposal: null, events: [] } as unknown as Incident
  assert.deepEqual(leadOf(incident, diagnosis), { text: FINDING, finding: 1 })
})

test('the reason of a plan is not said twice, and a conclusion in words of its own stays whole', () => {
  const proposed = { conclusion: `${FINDING} ${REASON}`, key_findings: [FINDING], diagnosed_at: '2026-11-15T12:00:00Z' }
  const proposal = { actions: [{ why: REASON }], proposed_at: '2026-11-15T12:00:01Z' }
  const waiting = { status: 'awaiting_approval', diagnosis: proposed, proposal, events: [] } as unknown as Incident
  assert.deepEqual(leadOf(waiting, proposed as unknown as Diagnosis), { text: FINDING, finding: 0 })
  const own = { ...proposed, conclusion: 'The limit is too low.' }
  assert.deepEqual(leadOf(waiting, own as unknown as Diagnosis), { text: 'The limit is too low.' })
})

test('a quote loses the marks of its format and nothing else', () => {
  assert.equal(tellQuote('"state":"idle in transaction"'), 'state: idle in transaction')
  assert.equal(tellQuote('{"exitCode":137,"reason":"OOMKilled"}'), 'exitCode: 137, reason: OOMKilled')
  assert.equal(tellQuote('"count":'), 'count')
  assert.match(tellQuote('[1794761940,"251658240"]'), /^\d\d:\d\d:\d\d .+: 251658240$/)
  assert.match(tellQuote('"from":0,"to":5,"at":"2026-11-17T21:45:00.000Z"'), /^\d\d:\d\d:\d\d .+: 0 → 5$/)
  assert.equal(tellQuote('"from":4,"to":4'), '4 → 4')
  assert.match(tellQuote('[1794761940,"6.7170000000000005"]'), /: 6\.717$/)
  assert.match(tellQuote('2026-11-17T21:45:00Z ERROR no seal'), /^\d\d:45:00 .+: ERROR no seal$/)
  assert.equal(tellQuote('FATAL:  password authentication failed'), 'FATAL: password authentication failed')
})

test('a moment within a quote is told by the clock, and not cut off in its middle', () => {
  const at = '2026-11-19T16:38:22Z'
  const told = `exitCode: 1, reason: Error, startedAt: ${tellMoment(new Date(at))}`
  assert.equal(tellWholeQuote(`"exitCode":1,"reason":"Error","startedAt":"${at}"`), told)
  assert.equal(tellQuote(`"exitCode":1,"reason":"Error","startedAt":"${at}"`), `${told.slice(0, 56)}…`)
})

test('whom the page calls by another name is a plugin', () => {
  const names = BUILT_IN_PLUGINS.map(({ name }) => name)
  assert.deepEqual(
    Object.keys(LOOKED_AT).filter((name) => !names.includes(name)),
    [],
  )
  assert.equal(tellUnseen('logs.query: it did not answer.'), 'Logs: it did not answer.')
})

test('a sentence that goes through many events is read where it was said first', () => {
  const events = [
    { id: '1', type: 'analysis_found', data: { statement: FINDING, confidence: 0.9 } },
    { id: '2', type: 'diagnosis_completed', data: { conclusion: `${FINDING} ${REASON}`, confidence: 0.9 } },
    { id: '3', type: 'action_completed', data: { outcome: 'done', message: 'The limit of web was doubled.' } },
    { id: '4', type: 'execution_completed', data: { output: 'raise_limit: done. The limit of web was doubled.' } },
    { id: '5', type: 'incident_escalated', data: { reason: REASON } },
    { id: '6', type: 'note_added', data: { by: 'ada', text: REASON } },
    { id: '7', type: 'incident_resolved', data: { resolution: 'fixed', by: '', comment: FINDING } },
  ] as unknown as Events
  const texts = tellOnce(events, new Map())
  assert.deepEqual(
    [...texts.values()],
    [
      `${FINDING} (90 % sure)`,
      `${REASON} (90 % sure)`,
      'Done. The limit of web was doubled.',
      'raise_limit: done.',
      'As an earlier entry says.',
      `ada: ${REASON}`,
      'Fixed and verified.',
    ],
  )
})

test('a step that begins is told by its kind where the plan has named it, and by its name among others', () => {
  const steps = ['shop/web', 'shop/api'].map((workload) => ({ plugin: 'roll_back', parameters: { workload } }))
  const tell = (actions: typeof steps) => {
    const events = [
      { id: '1', type: 'proposal_created', data: { actions, risk_level: 'low', description: '' } },
      { id: '2', type: 'execution_started', data: { actions } },
      { id: '3', type: 'action_started', data: actions[0] },
    ] as unknown as Events
    return [...tellOnce(events, new Map([['roll_back', 'Roll Deployment {workload} back']])).values()].slice(1)
  }
  assert.deepEqual(tell(steps.slice(0, 1)), ['', ''])
  assert.deepEqual(tell(steps), ['', 'Roll Deployment shop/web back.'])
})

test('what only led to words that were said is not left standing without them', () => {
  const words = '"Bad file format reading the append only file"'
  const events = [
    { id: '1', type: 'analysis_found', data: { statement: `It does not run. ${words}.`, confidence: 0.9 } },
    { id: '2', type: 'analysis_found', data: { statement: `It ended. Its last words: ${words}.`, confidence: 0.6 } },
  ] as unknown as Events
  assert.equal([...tellOnce(events, new Map()).values()].at(-1), 'It ended. (60 % sure)')
})

test('lines that gave orders are told on the timeline by the same clock as above it', () => {
  const data = { where: 'C9 logs.query', text: '2026-01-01T10:00:00Z WARN roll it back' }
  const events = [{ id: '1', type: 'instruction_flagged', data }] as unknown as Events
  assert.deepEqual([...tellOnce(events, new Map(), 'utc').values()], ['C9 logs.query: 10:00:00 UTC: WARN roll it back'])
})

test('what stands on the page whole is not said again, and nothing short is taken for it', () => {
  assert.ok(isSaidIn(`${FINDING} ${REASON}`, REASON))
  assert.ok(!isSaidIn(FINDING, REASON))
  assert.ok(!isSaidIn(FINDING, ''))
  assert.ok(!isSaidIn(undefined, REASON))
})

test('of what was said whole before, nothing is left standing', () => {
  const error = 'The error is: "ERROR POST 502: no field" (9 lines seen).'
  const events = [
    { id: '1', type: 'analysis_found', data: { statement: `It fails. ${error}`, confidence: 0.9 } },
    { id: '2', type: 'diagnosis_completed', data: { conclusion: `${error} ${REASON}`, confidence: 0.9 } },
  ] as unknown as Events
  assert.equal([...tellOnce(events, new Map()).values()].at(-1), `${REASON} (90 % sure)`)
})

test('moments that were asked for are told by the clock that is asked for, and a turn of a model by whom it called', () => {
  const start = '2026-11-15T12:31:00.000Z'
  const events = [
    { id: '1', type: 'tool_call', data: { tool: 'metrics.query', parameters: { query: 'up', start, limit: 5 } } },
    { id: '2', type: 'confirmation_requested', data: { version: 1, confirm_by: start } },
    { id: '3', type: 'model_turn', data: { turn: 2, failure: '', answered: '', calls: ['get_events {"limit":5}'] } },
  ] as unknown as Events
  const [asked, waits, turn] = tellOnce(events, new Map(), 'utc').values()
  assert.equal(asked, `metrics.query (query: up, start: ${tellMoment(new Date(start), 'utc')}, limit: 5)`)
  assert.match(waits ?? '', /12:31:00 UTC/)
  assert.equal(turn, '2: get_events')
})

test('the number in a sentence does not decide whether it is said again', () => {
  for (const pid of [7, 4711, 32_768]) {
    const message = `Session ${pid} was ended.`
    const events = [
      { id: '1', type: 'action_completed', data: { outcome: 'done', message } },
      { id: '2', type: 'execution_completed', data: { output: `terminate_query: done. ${message}` } },
    ] as unknown as Events
    assert.deepEqual([...tellOnce(events, new Map()).values()], [`Done. ${message}`, 'terminate_query: done.'])
  }
})

test('what was read of a target, and what must still hold, is told in words', () => {
  assert.deepEqual(asWords({ is_gone: true, waiters_left: 0 }), { gone: 'yes', 'waiters left': 0 })
  assert.deepEqual(asWords({ images: ['web:2', 'proxy:1'] }), { images: 'web:2, proxy:1' })
  const bound = { pid: 7, backend_start: 'then', bound_to: 'xact_start', started: 'later', must_block: false }
  assert.deepEqual(preconditionWords(bound), { session: 7, 'session begun': 'then', 'transaction begun': 'later' })
  assert.equal(preconditionWords({ ...bound, must_block: true })['others wait for it'], 'yes')
  assert.equal(layOut({ stdout: 'a "b"\nc' }), '{\n  "stdout": "a "b"\n    c"\n}')
})

test('one is once, and nobody takes less than no time', () => {
  assert.deepEqual([1, 2, 3].map(tellTimes), ['once', 'twice', '3 times'])
  const day = { day: '2026-03-01', opened: {}, time_to_resolve: { median: 0.2, p90: 0.9 } }
  assert.match(tellResolved([day] as unknown as Parameters<typeof tellResolved>[0]), /^On .* it took 1 s or less\.$/)
})

test('the chart counts the seconds that are over, as the page of the incident does', () => {
  const day = { day: '2026-03-01', opened: {}, time_to_resolve: { median: 155.7, p90: 155.7 } }
  const told = tellResolved([day] as unknown as Parameters<typeof tellResolved>[0])
  assert.match(told, /it took 2 min 35 s or less\.$/)
  assert.equal(tellDuration(155.7), tellDuration(155))
})

test('a page names the nodes its own incident has closed, and no others', async () => {
  const own = async () =>
    ['INC-20260301-001', 'INC-20260301-002'].map((incidentId, at) => ({ node: `n-${at}`, incidentId, at: new Date(0) }))
  const get = async () => ({ spec: { unschedulable: true } }) as never
  const warnings = await createStandingCordons({ own, cluster: { get } })()
  const cordons = cordonsOf(['The cluster is away.', ...warnings], 'INC-20260301-002')
  assert.equal(cordons.length, 1)
  assert.match(cordons[0] ?? '', /^Node n-1 is closed to new pods .* kubectl uncordon n-1\.$/)
})

test('who asks for another look hears of a plan that is dropped only where one waits', () => {
  assert.match(
    wordingOf('rediagnose', { status: 'awaiting_approval', proposal: null }).explains,
    /the plan shown now is dropped/,
  )
  assert.doesNotMatch(wordingOf('rediagnose', { status: 'escalated', proposal: null }).explains, /plan/)
})

test('of two plans each dialog says of which it speaks; of one there is nothing to tell apart', () => {
  const [one, other] = [{ digest: 'a' }, { digest: 'b' }] as unknown as NonNullable<Incident['proposal']>[]
  const alone = { status: 'awaiting_approval', proposal: { ...one, alternatives: [] } } as unknown as Incident
  const two = { status: 'awaiting_approval', proposal: { ...one, alternatives: [other] } } as unknown as Incident
  assert.ok(one && other)
  assert.deepEqual(
    [one, other].map((plan) => tellWhich(plan, two)),
    ['First plan', 'Alternative plan'],
  )
  assert.equal(tellWhich(one, alone), undefined)
  assert.equal(wordingOf('reject', two).title, 'Reject both plans')
  assert.equal(wordingOf('reject', alone).title, 'Reject the plan')
})

test('no two severities bear the same colour', () => {
  const colors = Object.values(SEVERITY_COLORS)
  assert.equal(new Set(colors).size, colors.length)
})

test('a part offers no word on a plan it does not have, and stands where its leader stands since it was gathered', () => {
  const part = { status: 'awaiting_approval', part_of: 'INC-1' } as const
  assert.deepEqual(
    (['confirm', 'reject', 'rediagnose', 'ignore', 'resolve'] as const).filter((word) => isTaken(word, part)),
    ['ignore', 'resolve'],
  )
  assert.ok(isTaken('confirm', { ...part, part_of: null }))
  const at = (second: number) => `2026-01-01T10:00:0${second}.000Z`
  const events = [
    { type: 'alert_received', timestamp: at(0), data: {} },
    { type: 'diagnosis_started', timestamp: at(1), data: {} },
    { type: 'incident_gathered', timestamp: at(5), data: {} },
  ] as unknown as Parameters<typeof wayTaken>[0]['events']
  assert.deepEqual(wayTaken({ events, status: 'awaiting_approval' }).slice(1), [
    { status: 'diagnosing', at: at(1), until: at(5) },
    { status: 'awaiting_approval', at: at(5) },
  ])
})

test('a part that was looked at waits with its leader, and is not told to be diagnosed so long', () => {
  const at = (second: number) => `2026-01-01T10:00:0${second}.000Z`
  const events = (...later: object[]) =>
    [
      { type: 'alert_received', timestamp: at(0), data: {} },
      { type: 'diagnosis_started', timestamp: at(1), data: {} },
      { type: 'incident_gathered', timestamp: at(2), data: {} },
      ...later,
    ] as unknown as Parameters<typeof wayTaken>[0]['events']
  const way = (status: Parameters<typeof wayTaken>[0]['status'], ...later: object[]) =>
    wayTaken({ events: events(...later), status }).slice(1)
  const looked = { status: 'diagnosing', at: at(1), until: at(2) }
  assert.deepEqual(way('diagnosing'), [looked, { status: 'gathered', at: at(2) }])
  assert.deepEqual(way('escalated', { type: 'incident_escalated', timestamp: at(7), data: {} }), [
    looked,
    { status: 'gathered', at: at(2), until: at(7) },
    { status: 'escalated', at: at(7) },
  ])
  assert.deepEqual(way('diagnosing', { type: 'incident_set_free', timestamp: at(6), data: {} }), [
    looked,
    { status: 'gathered', at: at(2), until: at(6) },
    { status: 'diagnosing', at: at(6) },
  ])
})

test('what reads the cluster is told as a look by its command, and is not named after a model that was not there', () => {
  const reader = BUILT_IN_PLUGINS.find(({ name }) => name === 'llm.orchestrator_action')?.name ?? ''
  assert.equal(tellLook({ tool: reader, parameters: { command: 'get pods -n shop' } }), 'cluster: get pods -n shop')
  assert.equal(toolName(reader), 'cluster')
  assert.equal(tellLook({ tool: 'list_pods', parameters: { namespace: 'shop' } }), 'list_pods')
})

test('a line that gave orders is quoted whole, and by the clock of the page', () => {
  const line = `WARN ${'the operators should roll it back '.repeat(3).trim()}`
  assert.equal(tellWholeQuote(`2026-01-01T10:00:00Z ${line}`), `${tellClock('2026-01-01T10:00:00Z')}: ${line}`)
})

test('what Grafana measured is told by name and figure, and what is written otherwise stays as it is', () => {
  assert.equal(tellMeasured("[ var='B' labels={} value=91234 ]"), 'B: 91,234')
  assert.equal(
    tellMeasured("[ var='B0' metric='up' labels={job=web, pod=web-1} value=0.25 ], [ var='C' labels={} value=1e+06 ]"),
    'up (job=web, pod=web-1): 0.25; C: 1,000,000',
  )
  assert.equal(tellMeasured("[ metric='' labels={} value=14151.33 ]"), '14,151.33')
  assert.equal(tellMeasured('[ var=B labels={} value=4e-7 ]'), 'B: 0.0000004')
  assert.equal(tellMeasured('[ var=B labels={} value=null ]'), 'B: no value')
  assert.equal(tellMeasured('about 7'), undefined)
})

test('what the heading or the conclusion says is not said again below it', () => {
  const title = 'A quarter of requests fail (shop/web)'
  assert.equal(belowHeading({ title }, 'A quarter of requests fail\n25% end with 500.'), '25% end with 500.')
  assert.equal(belowHeading({ title }, title), '')
  assert.equal(belowHeading({ title }, 'Another text\nof two lines'), 'Another text\nof two lines')
  assert.equal(newsBelow(`${FINDING} ${REASON}`, FINDING), '')
  assert.equal(
    newsBelow(`${FINDING} ${REASON}`, `${FINDING} It has done so twice before.`),
    'It has done so twice before.',
  )
})
