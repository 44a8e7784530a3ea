/** The dashboard and the alert rules we ship: the real tools accept them, and they name nothing that /metrics does not tell. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'
import { temporaryFolder } from '../world/daemon.ts'
import { hasProgram } from '../world/debian-program.ts'
import { eventually } from '../world/eventually.ts'
import { look, proven, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Script } from '../world/model/script.ts'
import { startTestService } from '../world/service.ts'

const PROMTOOL = '/usr/bin/promtool'
const FOLDER = join(import.meta.dirname, '../../deploy/monitoring')
const RULES = join(FOLDER, 'prometheus-rules.yml')
const run = promisify(execFile)

type Rules = { groups: { rules: { alert: string; expr: string; labels: object; annotations: object }[] }[] }
type Panel = {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource?: { uid: string }
  targets?: { expr: string }[]
}
type Dashboard = { panels: Panel[]; templating: { list: { name: string; type: string }[] } }

const readRules = async () => (parse(await readFile(RULES, 'utf8')) as Rules).groups.flatMap(({ rules }) => rules)
const readDashboard = async () =>
  JSON.parse(await readFile(join(FOLDER, 'grafana-dashboard.json'), 'utf8')) as Dashboard
const expressionsOf = ({ panels }: Dashboard) => panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('promtool accepts the alert rules, and their own tests hold', async (t) => {
  if (!(await hasProgram(t, PROMTOOL, 'prometheus'))) return
  await run(PROMTOOL, ['check', 'rules', '--lint-fatal', RULES])
  const { stdout } = await run(PROMTOOL, ['test', 'rules', join(FOLDER, 'prometheus-rules.test.yml')])
  assert.match(stdout, /SUCCESS/)
})

test('every alert rule has a test of its own', async () => {
  const tests = await readFile(join(FOLDER, 'prometheus-rules.test.yml'), 'utf8')
  const { tests: cases } = parse(tests) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[]
  }
  const fired = cases.flatMap(({ alert_rule_test: all }) => all.filter(({ exp_alerts }) => exp_alerts.length > 0))
  const names = new Set(fired.map(({ alertname }) => alertname))
  assert.deepEqual(
    (await readRules()).map(({ alert }) => alert).filter((name) => !names.has(name)),
    [],
  )
})

test('promtool understands every question of the dashboard', async (t) => {
  if (!(await hasProgram(t, PROMTOOL, 'prometheus'))) return
  const rules = expressionsOf(await readDashboard()).map((expr, index) => ({
    record: `panel_${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', '.*'),
  }))
  const file = join(await temporaryFolder(t, 'dashboard'), 'questions.yml')
  await writeFile(file, stringify({ groups: [{ name: 'dashboard', rules }] }))
  await run(PROMTOOL, ['check', 'rules', file])
})

test('the dashboard can be imported: one data source to choose, panels that each have their place', async () => {
  const { panels, templating } = await readDashboard()
  assert.deepEqual(
    templating.list.map(({ name, type }) => [name, type]),
    [
      ['datasource', 'datasource'],
      ['job', 'query'],
    ],
  )
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const taken = new Map<string, string>()
  for (const { title, type, datasource, gridPos } of panels) {
    if (type !== 'row') assert.match(datasource?.uid ?? '', /^\$\{datasource\}$/, title)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(x < 24 && !taken.has(`${x},${y}`), `${title} stands where ${taken.get(`${x},${y}`)} does`)
        taken.set(`${x},${y}`, title)
      }
  }
})

/** A figure of each door, so that what is checked is what a busy service says and not only the empty families. */
const BUSY = [
  /^firebreak_alerts_total\{/m,
  /^firebreak_model_tokens_total\{/m,
  /^firebreak_plugin_calls_total\{/m,
  /^firebreak_incident_time_to_diagnosis_seconds_count [1-9]/m,
]

test('promtool finds nothing to say about /metrics of a service that has seen alerts, a model and plugins', async (t) => {
  if (!(await hasProgram(t, PROMTOOL, 'prometheus'))) return
  const script: Script = (request) => (request.turn === 0 ? look() : submit(proven(request)))
  const { diagnose, service } = await startMindService(t, { script })
  await diagnose()
  const text = await eventually('the figures are told', async () => {
    const { text: metrics } = await service.get('/metrics')
    return BUSY.every((pattern) => pattern.test(metrics)) && metrics
  })
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['check', 'metrics'], { input: text, encoding: 'utf8' })
  assert.deepEqual([stdout, stderr, status], ['', '', 0])
})

const METRIC = /\b(?:firebreak|process|nodejs)_[a-z0-9_]+/g
/** A name with one label that is asked for by its exact value. */
const SELECTED = /\b(firebreak_[a-z_]+)\{[^}]*?\b(status|what|kind|state)="([^"]+)"/g

test('every figure the rules, the dashboard and the page name is told by the service, and every one it tells is on the page', async (t) => {
  const service = await startTestService(t)
  const { text } = await service.get('/metrics')
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
  const isReported = (name: string) =>
    types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram'
  const asked = [...(await readRules()).map(({ expr }) => expr), ...expressionsOf(await readDashboard())].join('\n')
  const names = [...new Set(asked.match(METRIC))]
  assert.ok(names.length > 20)
  assert.deepEqual(
    names.filter((name) => !isReported(name)),
    [],
  )
  for (const [, name = '', label = '', value = ''] of asked.matchAll(SELECTED)) {
    const series = text.split('\n').filter((line) => line.startsWith(`${name}{`))
    if (series.length > 0)
      assert.ok(
        series.some((line) => line.includes(`${label}="${value}"`)),
        `${name} ${value}`,
      )
  }
  const page = await readFile(join(FOLDER, '../../docs/monitoring.md'), 'utf8')
  const own = [...types.keys()].filter((name) => name.startsWith('firebreak_'))
  const onPage = new Set(page.match(METRIC))
  assert.deepEqual(
    own.filter((name) => !onPage.has(name)),
    [],
  )
  assert.deepEqual(
    [...onPage].filter((name) => !isReported(name)),
    [],
  )
})
