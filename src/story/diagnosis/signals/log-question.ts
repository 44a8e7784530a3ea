/** Questions to the central logs: for the errors of everybody the subject may depend on, and for who writes from outside the cluster. */
import type { Matter } from './metric-questions.ts'
import { escaped } from './promql.ts'
import { projectOf, readLines } from './read-signal-scene.ts'
import { type Ask, logLines, type SignalQuestion } from './signal-question.ts'
import type { IssueView } from './signal-scene.ts'

const LINES_MAX = 300
const WORDS = [
  'error|fatal|panic|critical|exception|fail',
  'refused|time(d )?out|unavailable|denied|corrupt|bad file|cannot|unable',
  'no space|too many|exhausted|expired| 5[0-9][0-9] ',
]
/** Lines that may speak of a failure. */
const FAILURES = `|~ ${JSON.stringify(`(?i)(${WORDS.join('|')})`)}`

/**
 * One question for all of them: the first in time tells where it began. `until` is a while after the fault began: where
 * there are too many lines the newest are kept, and the first are wanted.
 */
export function linesQuestion({ measured, span }: Matter, until: Date | undefined): SignalQuestion[] {
  const { namespaces } = measured
  if (namespaces.length === 0) return []
  const places = namespaces.map(escaped).join('|')
  const stretch = { start: span.start, end: until, limit: LINES_MAX }
  return [logLines(`{namespace=~${JSON.stringify(places)}} ${FAILURES}`, stretch)]
}

// A subject of which nothing runs in the cluster still writes logs, without a namespace: under its own name, by whichever
// label its shipper gives. One label after the other is asked, until one answers.

const LABELS = ['app', 'service_name', 'service', 'job'] as const
const HOST_LABELS = ['host', 'hostname', 'node_name'] as const

/** Where the alert names nobody, its issue does. */
export async function askOutside(matter: Matter, issue: IssueView | undefined, ask: Ask): Promise<void> {
  if (!isOutside(matter)) return
  const { measured, span } = matter
  const named = measured.names.length > 0 || !issue ? measured.names : projectOf(issue)
  for (const selector of selectorsOf(named, matter)) {
    const answers = await ask([logLines(`${selector} ${FAILURES}`, { start: span.start, limit: LINES_MAX })])
    if (answers.length === 0 || answers.some(({ exhibit }) => readLines(exhibit).length > 0)) return
  }
}

/** Nothing of its name was found where pods are. */
function isOutside({ cluster, measured }: Matter): boolean {
  const { workloads = [], absent = [] } = cluster?.target ?? {}
  return measured.pods.length === 0 && workloads.length === 0 && !absent.some(({ kind }) => kind === 'Pod')
}

function selectorsOf(named: readonly string[], { subject: { labels } }: Matter): string[] {
  const whole = named.map(escaped).join('|')
  const host = HOST_LABELS.find((label) => labels[label] !== undefined)
  return [
    ...(whole === '' ? [] : LABELS.map((label) => `{${label}=~${JSON.stringify(whole)}}`)),
    ...(host === undefined ? [] : [`{host=${JSON.stringify(labels[host])}}`]),
  ]
}
