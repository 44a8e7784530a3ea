/** Questions to the central logs: for errors of all the subject may depend on, for who writes from outside, for who is gone. */

import { isOrder } from '../cluster/logs/log-clues.ts'
import { jobsInQuestion } from '../cluster/subject/in-question.ts'
import type { Scene } from '../scene.ts'
import type { Matter } from './metric-questions.ts'
import { escaped } from './promql.ts'
import { projectOf, readLines } from './read-signal-scene.ts'
import { isErrorLine } from './said-lines.ts'
import { type Ask, logLines, type SignalQuestion } from './signal-question.ts'
import type { IssueView, LoggedLine } from './signal-scene.ts'

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

// Pods that are gone, of a run or by themselves: the central log may still have what they said, be it an error or not.

const GONE_LINES_MAX = 60
const AFTER = 5 * 60_000

/** By the name its pods had; without a word that must stand in a line, because who is stopped says nothing of an error. */
export function goneRunQuestion(scene: Scene): SignalQuestion[] {
  return [...ofRun(scene), ...ofPod(scene)].slice(0, 1)
}

const BEFORE = 3 * 3_600_000

function ofPod({ cluster, now, subject }: Scene): SignalQuestion[] {
  const gone = cluster?.target.absent.find(({ kind, namespace }) => kind === 'Pod' && namespace !== undefined)
  if (!gone) return []
  const query = `{namespace=${JSON.stringify(gone.namespace)},pod=${JSON.stringify(gone.name)}}`
  const start = new Date((subject.startedAt ?? now).getTime() - BEFORE)
  return [logLines(query, { start, limit: GONE_LINES_MAX })]
}

function ofRun({ cluster, now }: Scene): SignalQuestion[] {
  const gone = (cluster ? jobsInQuestion(cluster) : []).find(
    ({ job, pods, doneSince }) => pods.length === 0 && !doneSince && job.conditions.some(hasFailed) && job.startedAt,
  )
  if (!gone) return []
  const { namespace, name, conditions, startedAt: start = now } = gone.job
  const failed = conditions.find(hasFailed)?.since
  const end = failed && failed.getTime() + AFTER < now.getTime() ? new Date(failed.getTime() + AFTER) : undefined
  const query = `{namespace=${JSON.stringify(namespace)},pod=~${JSON.stringify(`${name}-.*`)}}`
  return [logLines(query, { start, end, limit: GONE_LINES_MAX })]
}

function hasFailed({ type, status }: { type: string; status: string }): boolean {
  return type === 'Failed' && status === 'True'
}

/** What is best quoted of them: their last error, else their last line. */
export function lastOf(lines: readonly LoggedLine[]): LoggedLine | undefined {
  const said = lines.filter(({ text }) => !isOrder(text))
  return said.findLast(({ text }) => isErrorLine({ said: text })) ?? said.at(-1)
}

type Of = { namespace?: string | undefined; name: string }

/** What a pod said, oldest first. */
export function linesOfPod({ signals }: Scene, { namespace, name }: Of): LoggedLine[] {
  return (signals?.lines ?? []).filter(({ labels }) => labels.namespace === namespace && labels.pod === name)
}

/** What the pods of a run said, oldest first. */
export function linesOfRun({ signals }: Scene, { namespace, name }: Of): LoggedLine[] {
  const isOfRun = ({ labels: { namespace: place, pod = '' } }: LoggedLine) =>
    place === namespace && pod.startsWith(`${name}-`)
  return (signals?.lines ?? []).filter(isOfRun)
}
