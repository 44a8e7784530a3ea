/** Where people look at metrics and logs themselves, in the browser. The addresses we ask at are often not theirs. */
import type { Settings } from './catalogue.ts'

export type WebLinks = { metrics?: string; grafana?: string; metricsSource: string; logsSource: string }

type Given = Pick<Settings, 'METRICS_PAGE_URL' | 'GRAFANA_PAGE_URL' | 'GRAFANA_METRICS_SOURCE' | 'GRAFANA_LOGS_SOURCE'>

export function webLinksOf(settings: Given): WebLinks {
  const metrics = bareAddress(settings.METRICS_PAGE_URL)
  const grafana = bareAddress(settings.GRAFANA_PAGE_URL)
  return {
    ...(metrics !== undefined && { metrics }),
    ...(grafana !== undefined && { grafana }),
    metricsSource: settings.GRAFANA_METRICS_SOURCE ?? 'prometheus',
    logsSource: settings.GRAFANA_LOGS_SOURCE ?? 'loki',
  }
}

/** Everybody who may look gets it, so a user and password in it stay here. */
function bareAddress(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
