/** Pods that are gone, of a run or by themselves: the central log may still have what they said, be it an error or not. */

import { isOrder } from '../cluster/logs/log-clues.ts'
import { jobsInQuestion } from '../cluster/subject/jobs-in-question.ts'
import type { Scene } from '../scene.ts'
import { isErrorLine } from './said-lines.ts'
import { logLines, type SignalQuestion } from './signal-question.ts'
import type { LoggedLine } from './signal-scene.ts'

const LINES_MAX = 60
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
  return [logLines(query, { start, limit: LINES_MAX })]
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
  return [logLines(query, { start, end, limit: LINES_MAX })]
}

function hasFailed({ type, status }: { type: string; status: string }): boolean {
  return type === 'Failed' && status === 'True'
}

/** What is best quoted of them: their last error, else their last line. */
export function lastOf(lines: readonly LoggedLine[]): LoggedLine | undefined {
  const said = lines.filter(({ text }) => !isOrder(text))
  return said.findLast(({ text }) => isErrorLine({ said: text })) ?? said.at(-1)
}

/** What a pod said, oldest first. */
export function linesOfPod(
  { signals }: Scene,
  { namespace, name }: { namespace?: string | undefined; name: string },
): LoggedLine[] {
  return (signals?.lines ?? []).filter(({ labels }) => labels.namespace === namespace && labels.pod === name)
}

/** What the pods of a run said, oldest first. */
export function linesOfRun({ signals }: Scene, { namespace, name }: { namespace: string; name: string }): LoggedLine[] {
  return (signals?.lines ?? []).filter(
    ({ labels }) => labels.namespace === namespace && labels.pod?.startsWith(`${name}-`) === true,
  )
}
