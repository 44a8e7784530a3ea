/** The address an alert says is answered wrongly: what a prober fetched, or the host and path a controller counted. */
import type { Subject } from '../../subject.ts'
import { spelled } from '../asking/look-at-logs.ts'

export type ProbedAddress = { host: string; path: string | undefined }

const URL_LABELS = ['instance', 'target', 'url', 'uri', 'probe', 'probe_url', 'endpoint']
const ABOUT_HTTP =
  /probe|blackbox|\bingress|https?\b.{0,20}\b(?:4\d\d|5\d\d|fail|down|error)|\b4xx|\b404\b|not found|endpoint (?:is )?down|(?:site|page|url|website) (?:is )?(?:down|unreachable)|synthetic|uptime/i
/** Links for whoever reads the alert. */
const FOR_READERS = /runbook|grafana|dashboard|prometheus|alertmanager|wiki|docs?\b|kibana|sentry|generator/i

export function isAboutHttp({ alertName, text, labels }: Subject): boolean {
  const plain = text.replace(/https?:\/\/\S+/g, ' ')
  return labels.ingress !== undefined || ABOUT_HTTP.test(spelled(alertName)) || ABOUT_HTTP.test(plain)
}

export function probedAddress(subject: Subject): ProbedAddress | undefined {
  const { labels, text } = subject
  const labelled = URL_LABELS.flatMap((name) => readAddress(labels[name] ?? '') ?? [])[0]
  if (labelled) return labelled
  if (!isAboutHttp(subject)) return undefined
  if (labels.host !== undefined && isPublicName(labels.host)) return { host: labels.host, path: labels.path }
  const written = text.match(/https?:\/\/[^\s"'<>),;]+/g) ?? []
  return written.filter((one) => !FOR_READERS.test(one)).flatMap((one) => readAddress(one) ?? [])[0]
}

function readAddress(text: string): ProbedAddress | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { hostname, pathname } = new URL(text)
  return isPublicName(hostname) ? { host: hostname, path: pathname } : undefined
}

/** Addresses and names inside the cluster are not led by an Ingress. */
function isPublicName(host: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) && !/^[\d.]+$/.test(host) && !/\.(svc|local)(\.|$)/.test(host)
}
