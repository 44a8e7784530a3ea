/** The same query over the same time, where people look themselves: Grafana, the metrics server, and what the alert brought. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { WebLinks } from '@contract/web-links.ts'
import { phrase } from '../../../language/phrase.ts'
import type { Plot, Window } from './plots-of.ts'

export type PlotLink = { name: string; address: string }
type Asked = { query: string; window: Window }

export function metricLinks(links: WebLinks | undefined, asked: Asked): PlotLink[] {
  if (!links) return []
  const { metrics, grafana, metrics_source } = links
  return [
    ...(grafana === undefined ? [] : [{ name: 'Grafana', address: exploreAddress(grafana, metrics_source, asked) }]),
    ...(metrics === undefined ? [] : [{ name: 'Prometheus', address: graphAddress(metrics, asked) }]),
  ]
}

const SELECTOR = /^\{[^{}]*\}$/

/** What draws the same elsewhere: of a question that brought figures of many names, this one; of a counter, how fast it grew. */
export function expressionOf({ query, title, isRate }: Pick<Plot, 'query' | 'title' | 'isRate'>): string {
  if (title === query && !/^[\w:]+$/.test(title)) return query
  const measured = `${title}${SELECTOR.test(query) && !query.includes('__name__') ? query : ''}`
  return isRate ? `rate(${measured}[5m])` : measured
}

/** Where several were asked, each says which. */
export function logLinks(links: WebLinks | undefined, all: readonly Asked[]): PlotLink[] {
  const { grafana, logs_source = '' } = links ?? {}
  if (grafana === undefined) return []
  const nameOf = ({ query }: Asked) =>
    all.length === 1 ? 'Grafana' : phrase('Grafana: {query}', { query: clipped(query) })
  return all.map((asked) => ({ name: nameOf(asked), address: exploreAddress(grafana, logs_source, asked) }))
}

const SHOWN = 40

function clipped(query: string): string {
  return query.length <= SHOWN ? query : `${query.slice(0, SHOWN - 1)}…`
}

function exploreAddress(grafana: string, datasource: string, { query, window: { from, to } }: Asked): string {
  const range = { from: String(Math.floor(from * 1000)), to: String(Math.ceil(to * 1000)) }
  const panes = { firebreak: { datasource, queries: [{ refId: 'A', expr: query }], range } }
  return `${grafana}/explore?${new URLSearchParams({ schemaVersion: '1', panes: JSON.stringify(panes) })}`
}

function graphAddress(metrics: string, { query, window: { from, to } }: Asked): string {
  const end = new Date(Math.ceil(to) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const asked = { 'g0.expr': query, 'g0.tab': '0', 'g0.range_input': `${Math.ceil(to - from)}s`, 'g0.end_input': end }
  return `${metrics}/graph?${new URLSearchParams(asked)}`
}

const BROUGHT: Readonly<Record<string, string>> = {
  panelURL: phrase('Panel of the alert'),
  dashboardURL: phrase('Dashboard of the alert'),
  generatorURL: phrase('Rule of the alert'),
  ruleUrl: phrase('Rule of the alert'),
}
const ADDRESS = /^https?:\/\/[^\s"'<>]+$/

/** What Alertmanager and Grafana send with the alert; anything but a plain web address stays text. */
export function alertLinks(alerts: IncidentDetail['alerts']): PlotLink[] {
  const all = alerts.flatMap(({ annotations }) =>
    Object.entries(BROUGHT).map(([key, name]) => ({ name, address: annotations[key] ?? '' })),
  )
  const usable = all.filter(({ address }) => ADDRESS.test(address))
  return usable.filter(({ name }, at) => usable.findIndex((one) => one.name === name) === at)
}
