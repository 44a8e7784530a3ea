/**
 * A subject of which nothing runs in the cluster still writes logs, without a namespace: under its own name, by whichever
 * label its shipper gives. One label after the other is asked, until one answers.
 */

import type { Ask } from './asking.ts'
import { lineFilter } from './log-question.ts'
import type { Matter } from './metric-questions.ts'
import { projectOf, readLines } from './read-signal-scene.ts'
import type { SignalQuestion } from './signal-question.ts'
import type { IssueView } from './signal-scene.ts'

const LINES_MAX = 300
const LABELS = ['app', 'service_name', 'service', 'job'] as const
const HOST_LABELS = ['host', 'hostname', 'node_name'] as const

/** Where the alert names nobody, its issue does. */
export async function askOutside(matter: Matter, issue: IssueView | undefined, ask: Ask): Promise<void> {
  if (!isOutside(matter)) return
  const { names } = matter.measured
  const named = names.length > 0 || !issue ? names : projectOf(issue)
  for (const selector of selectorsOf(named, matter)) {
    const answers = await ask([outsideQuestion(selector, matter)])
    if (answers.length === 0 || answers.some(({ exhibit }) => readLines(exhibit).length > 0)) return
  }
}

/** Nothing of its name was found where pods are. */
function isOutside({ cluster, measured }: Matter): boolean {
  return measured.pods.length === 0 && (cluster?.target.workloads.length ?? 0) === 0 && !isOfPod(cluster)
}

function isOfPod(cluster: Matter['cluster']): boolean {
  return cluster?.target.absent.some(({ kind }) => kind === 'Pod') === true
}

function selectorsOf(named: readonly string[], { subject: { labels } }: Matter): string[] {
  const whole = named.map(literal).join('|')
  const host = HOST_LABELS.find((label) => labels[label] !== undefined)
  return [
    ...(whole === '' ? [] : LABELS.map((label) => `{${label}=~${JSON.stringify(whole)}}`)),
    ...(host === undefined ? [] : [`{host=${JSON.stringify(labels[host])}}`]),
  ]
}

function outsideQuestion(selector: string, { span }: Matter): SignalQuestion {
  const parameters = { query: `${selector} ${lineFilter()}`, start: span.start.toISOString(), limit: LINES_MAX }
  return { about: 'lines', plugin: 'logs.query', parameters }
}

function literal(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
