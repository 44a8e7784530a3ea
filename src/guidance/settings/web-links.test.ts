import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webLinksOf } from './web-links.ts'

const NOTHING = {
  METRICS_PAGE_URL: undefined,
  GRAFANA_PAGE_URL: undefined,
  GRAFANA_METRICS_SOURCE: undefined,
  GRAFANA_LOGS_SOURCE: undefined,
}

test('who set nothing gets no address, and the usual names of sources', () =>
  assert.deepEqual(webLinksOf(NOTHING), { metricsSource: 'prometheus', logsSource: 'loki' }))

test('an address keeps its path and loses what only an administrator may know', () => {
  const given = {
    ...NOTHING,
    GRAFANA_PAGE_URL: 'https://admin:pass@graphs.example/grafana/?orgId=1',
    METRICS_PAGE_URL: 'javascript:alert(1)',
  }
  assert.deepEqual(webLinksOf(given), {
    grafana: 'https://graphs.example/grafana',
    metricsSource: 'prometheus',
    logsSource: 'loki',
  })
})
