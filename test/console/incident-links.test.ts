/** Where an incident's pictures and alerts lead: the same query and time elsewhere, and what an alert brings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runbookAddresses } from '../../console/src/pages/incident/handover/runbook-addresses.ts'
import { alertLinks, logLinks, metricLinks } from '../../console/src/pages/incident/pictures/plot-links.ts'

type Alerts = Parameters<typeof alertLinks>[0]

test('links lead to the same query and time, and only where an address is known', () => {
  const asked = { query: 'rate(errors[5m]) > 0', window: { from: 1_767_261_600, to: 1_767_265_200 } }
  const sources = { metrics_source: 'prometheus', logs_source: 'loki' }
  assert.deepEqual(metricLinks({ ...sources }, asked), [])
  const [grafana, prometheus] = metricLinks(
    { ...sources, grafana: 'https://g.example', metrics: 'https://p.example' },
    asked,
  )
  const explored = new URL(grafana?.address ?? '')
  assert.equal(explored.pathname, '/explore')
  assert.deepEqual(JSON.parse(explored.searchParams.get('panes') ?? ''), {
    firebreak: {
      datasource: 'prometheus',
      queries: [{ refId: 'A', expr: asked.query }],
      range: { from: '1767261600000', to: '1767265200000' },
    },
  })
  const graph = new URL(prometheus?.address ?? '').searchParams
  assert.deepEqual(
    [graph.get('g0.expr'), graph.get('g0.range_input'), graph.get('g0.end_input')],
    [asked.query, '3600s', '2026-01-01 11:00:00'],
  )
})

test('the runbook an alert brings is offered once, and only where it is a plain web address', () => {
  const brought = (annotations: object, labels: object = {}) => ({ annotations, labels }) as unknown as Alerts[number]
  const alerts = [
    brought({ runbook_url: 'https://books.example/bank', runbook: 'Ask the bank.' }),
    brought({ runbook_url: 'javascript:alert(1)' }, { runbook: 'https://books.example/bank' }),
  ]
  assert.deepEqual(runbookAddresses(alerts), ['https://books.example/bank'])
})

test('links to log lines say which query they open, where there are several', () => {
  const sources = { metrics_source: 'prometheus', logs_source: 'loki', grafana: 'https://g.example' }
  const asked = (query: string) => ({ query, window: { from: 1, to: 2 } })
  const names = (...queries: string[]) => logLinks(sources, queries.map(asked)).map(({ name }) => name)
  assert.deepEqual(names('{app="web"}'), ['Grafana'])
  assert.deepEqual(names('{app="web"}', 'x'.repeat(50)), ['Grafana: {app="web"}', `Grafana: ${'x'.repeat(39)}…`])
})

test('what an alert brings is a link only where it is a plain web address', () => {
  const brought = (annotations: Record<string, string>) => ({ annotations }) as unknown as Alerts[number]
  const links = alertLinks([
    brought({ panelURL: 'javascript:alert(1)', generatorURL: 'http://prometheus:9090/graph?g0.expr=up' }),
    brought({ panelURL: 'https://g.example/d/1?viewPanel=2', generatorURL: 'https://other.example/' }),
  ])
  assert.deepEqual(links, [
    { name: 'Rule of the alert', address: 'http://prometheus:9090/graph?g0.expr=up' },
    { name: 'Panel of the alert', address: 'https://g.example/d/1?viewPanel=2' },
  ])
})
