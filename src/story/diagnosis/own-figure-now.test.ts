import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluginCall } from '../../plugins/plugin.ts'
import type { FigureNow } from '../incident/execution.ts'
import type { DiagnosisParts } from './diagnose-incident.ts'
import { ownFigureNow } from './own-figure-now.ts'

type Series = { metric: Record<string, string>; values: [number, string][] }
type World = { expr?: string; labels?: Record<string, string>; series?: Series[]; url?: string }

const at = (value: string, metric: Record<string, string> = {}): Series => ({
  metric,
  values: [[1_767_258_000, value]],
})
const RULE = 'sum(rate(errors_total[5m])) / sum(rate(requests_total[10m])) > 0.1'

async function look(world: World): Promise<{ figure: FigureNow | undefined; asked: PluginCall[] }> {
  const { expr = RULE, labels = {}, series = [], url = 'http://metrics' } = world
  const asked: PluginCall[] = []
  const door = {
    diagnose: async (call: PluginCall) => {
      asked.push(call)
      return { result: { success: true, data: { series }, message: '' }, seconds: 0, parameters: call.parameters }
    },
  }
  const parts = { door, currentSettings: async () => ({ METRICS_URL: url }) } as unknown as DiagnosisParts
  const member = { labels, annotations: { expr } }
  const steps = { act: async (_step: string, work: () => Promise<unknown>) => work() }
  const task = { incident: { members: [member] }, steps, signal: new AbortController().signal }
  return { figure: await ownFigureNow(parts, task as unknown as Parameters<typeof ownFigureNow>[1]), asked }
}

test('the left side of the rule is asked as it stands, and held against its bound', async () => {
  const { figure, asked } = await look({ series: [at('0.642')] })
  assert.deepEqual(figure, { value: 0.642, bound: '> 0.1', isBeyond: true, looksBackSeconds: 600 })
  assert.deepEqual(
    asked.map(({ parameters }) => parameters),
    [{ query: 'sum(rate(errors_total[5m])) / sum(rate(requests_total[10m]))' }],
  )
})

test('of many series those that name another than the alert are somebody else’s', async () => {
  const expr = 'queue_depth > 100'
  const series = [
    at('900', { __name__: 'queue_depth', queue: 'mail' }),
    at('7', { __name__: 'queue_depth', queue: 'print' }),
  ]
  assert.equal((await look({ expr, series, labels: { queue: 'print' } })).figure?.isBeyond, false)
  assert.equal((await look({ expr, series })).figure?.value, 900)
})

const UNTOLD: Record<string, World> = {
  'nothing of it is measured now': { series: [] },
  'the alert brings no rule': { expr: '' },
  'its rule compares with another figure': { expr: 'jobs_waiting > workers_idle', series: [at('3')] },
  'no metrics server is configured': { url: '', series: [at('1')] },
  'the server could not calculate and gives what it is made of': {
    series: [at('81234', { __name__: 'errors_total' })],
  },
}

for (const [name, world] of Object.entries(UNTOLD))
  test(`nothing is told where ${name}`, async () => {
    assert.equal((await look(world)).figure, undefined)
  })
