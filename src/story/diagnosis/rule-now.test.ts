import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluginCall } from '../../plugins/plugin.ts'
import type { RuleNow } from '../incident/execution.ts'
import type { DiagnosisParts } from './diagnose-incident.ts'
import { ruleNow } from './look-again.ts'

type Series = { metric: Record<string, string>; values: [number, string][] }
type Answers = Record<string, Series[] | 'fails'>
type World = { labels?: Record<string, string>; url?: string }

const one = (value: string, metric: Record<string, string> = {}): Series => ({ metric, values: [[0, value]] })

/** Each expression with what it answers; what is not named answers nothing. */
async function look(expr: string, answers: Answers, world: World = {}): Promise<RuleNow | undefined> {
  const { labels = {}, url = 'http://metrics' } = world
  const door = {
    diagnose: async ({ parameters }: PluginCall) => {
      const series = answers[String(parameters.query)] ?? []
      const result = series === 'fails' ? { success: false, error: 'no answer' } : { success: true, data: { series } }
      return { result, seconds: 0, parameters }
    },
  }
  const parts = { door, currentSettings: async () => ({ METRICS_URL: url }) } as unknown as DiagnosisParts
  const steps = { act: async (_step: string, work: () => Promise<unknown>) => work() }
  const incident = { members: [{ labels, annotations: { expr } }] }
  const task = { incident, steps, signal: new AbortController().signal }
  return ruleNow(parts, task as unknown as Parameters<typeof ruleNow>[1])
}

const SHARE = 'sum(rate(errors_total[5m])) / sum(rate(requests_total[5m]))'

test('the whole rule says whether it fires, what it measures where it stands', async () => {
  const [measured, firing] = [SHARE, `${SHARE} > 0.1`]
  const fires = { [measured]: [one('0.642')], [firing]: [one('0.642')] }
  assert.deepEqual(await look(firing, fires), { state: 'fires', value: '0.642', bound: '> 0.1' })
  assert.deepEqual(await look(firing, { [measured]: [one('0.02')] }), { state: 'quiet', value: '0.02', bound: '> 0.1' })
})

const FIRING: Record<string, [expr: string, measured: string, value: string]> = {
  'at its bound, which counts': ['errors_now >= 1', 'errors_now', '1'],
  'away from where it should be': ['errors_state != 1', 'errors_state', '0'],
  'without end': ['errors_ratio > 0.5', 'errors_ratio', '+Inf'],
  'by a bound that is calculated': ['errors_age < 60 * 60', 'errors_age', '1200'],
  'with its bound on the left': ['0.5 < errors_ratio', 'errors_ratio', '0.9'],
}

for (const [name, [expr, measured, value]] of Object.entries(FIRING))
  test(`a rule fires ${name}, and only while the server says so`, async () => {
    assert.equal((await look(expr, { [expr]: [one(value)], [measured]: [one(value)] }))?.state, 'fires')
    assert.equal((await look(expr, { [measured]: [one(value)] }))?.state, 'quiet')
  })

test('of several comparisons the whole decides, and no figure is told of one of them', async () => {
  const expr = 'errors_traffic > 10 and errors_ratio > 0.5'
  assert.deepEqual(await look(expr, { errors_traffic: [one('30')] }), { state: 'quiet' })
  assert.deepEqual(await look(expr, { errors_traffic: [one('30')], [expr]: [one('30')] }), { state: 'fires' })
})

test('of many series those that name another than the alert are somebody else’s', async () => {
  const depthOf = (queue: string, value: string) => one(value, { __name__: 'depth', queue })
  const [mail, print] = [depthOf('mail', '900'), depthOf('print', '7')]
  const depths = { depth: [mail, print], 'depth > 100': [mail] }
  assert.equal((await look('depth > 100', depths, { labels: { queue: 'print' } }))?.state, 'quiet')
  assert.equal((await look('depth > 100', depths, { labels: { queue: 'mail' } }))?.state, 'fires')
})

test('where a pod is gone, those that came in its place are looked at', async () => {
  const now = [one('0.9', { pod: 'api-6c9f7d8b4d-x2x2x', namespace: 'shop' })]
  const other = [one('0.9', { pod: 'mail-6c9f7d8b4d-x2x2x', namespace: 'shop' })]
  const labels = { pod: 'api-6c9f7d8b4d-bcdfg', namespace: 'shop' }
  assert.equal((await look('ratio > 0.5', { ratio: now, 'ratio > 0.5': now }, { labels }))?.state, 'fires')
  assert.equal((await look('ratio > 0.5', { ratio: other, 'ratio > 0.5': other }, { labels }))?.state, 'unread')
})

const UNREAD: Record<string, Answers> = {
  'the server does not answer': { 'ratio > 0.5': 'fails', ratio: 'fails' },
  'nothing of it is measured': {},
  'there is nothing to divide': { ratio: [one('NaN')] },
}

for (const [name, answers] of Object.entries(UNREAD))
  test(`it could not be read where ${name}`, async () => {
    assert.deepEqual(await look('ratio > 0.5', answers), { state: 'unread' })
  })

test('a rule that fires on what is missing is quiet where it answers nothing', async () => {
  assert.equal((await look('absent(up{job="api"}) == 1', {}))?.state, 'quiet')
})

const UNTOLD: Record<string, [expr: string, answers: Answers, world?: World]> = {
  'the alert brings no rule': ['', {}],
  'its rule compares nothing': ['vector(1)', {}],
  'its rule answers always': ['ratio > bool 0.5', { 'ratio > bool 0.5': [one('1')] }],
  'no metrics server is configured': ['ratio > 0.5', {}, { url: '' }],
  'the server gives what it is made of': [`${SHARE} > 0.1`, { [SHARE]: [one('8', { __name__: 'errors_total' })] }],
}

for (const [name, [expr, answers, world]] of Object.entries(UNTOLD))
  test(`nothing is told where ${name}`, async () => assert.equal(await look(expr, answers, world), undefined))
