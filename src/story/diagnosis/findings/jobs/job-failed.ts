/** A Job that gave up: why, by its last pod and not by its first event. */

import type { ConditionView, EndView, JobView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type LastWords, lastWordsOf } from '../../cluster/logs/last-words.ts'
import { isOrder } from '../../cluster/logs/log-clues.ts'
import { wholeWords } from '../../cluster/logs/names-in-lines.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { citePart, lineOf, sayAgo, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { type JobInQuestion, jobsInQuestion } from '../../cluster/subject/jobs-in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { lastOf, linesOfRun } from '../../signals/log-question.ts'
import { isErrorLine, wordsOf as saidWords, wordsOf } from '../../signals/said-lines.ts'
import type { LoggedLine } from '../../signals/signal-scene.ts'

export const jobFailed: Analyzer = (scene) => {
  const { cluster, now } = scene
  if (!cluster) return []
  return jobsInQuestion(cluster).flatMap((one) => {
    const failed = one.job.conditions.find(({ type, status }) => type === 'Failed' && status === 'True')
    if (!failed) return []
    if (one.doneSince) return [healed(one, failed, now)]
    const last = lastHeard(scene, one)
    return [
      isOverDeadline(failed) ? stoppedByDeadline(one, failed, sayName(one), last) : gaveUp(one, failed, now, last),
    ]
  })
}

/** In the log of its last pod, else in what the central log has of pods that are gone. */
function lastHeard(scene: Scene, { job, pods, logs }: JobInQuestion): LoggedLine | undefined {
  const [last] = pods
  const log = last && logs.find((one) => isSame(one, last))
  const line = log?.lines.findLast(({ text, at }) => at && text.trim() !== '' && !isOrder(text))
  if (log && line?.at) return { text: line.text, at: line.at, labels: {}, exhibit: log.exhibit }
  return lastOf(linesOfRun(scene, job))
}

function gaveUp(one: JobInQuestion, failed: ConditionView, now: Date, heard: LoggedLine | undefined): Finding {
  const { job, pods } = one
  const [last] = pods
  const ended = last && endOf(last)
  const words = last && lastWordsOf(one.logs.filter((log) => isSame(log, last)))
  return fault({
    kind: 'job_failed',
    statement: `${sayName(one)} failed${failed.since ? ` at ${sayTime(failed.since)} (${sayAgo(failed.since, now)})` : ''}: ${failed.reason}${failed.message ? `, "${failed.message}"` : ''}. ${sayEnd(last, ended, words, heard)}`,
    evidence: [
      ...(failed.reason
        ? [citeField(job.exhibit, 'reason', failed.reason)]
        : [cite(job.exhibit, JSON.stringify(job.name))]),
      last && ended && citePart(last.exhibit, ended.source),
      ...(words ? [cite(words.log.exhibit, words.line.text)] : last || !heard ? [] : [cite(heard.exhibit, heard.text)]),
    ],
    confidence: words && ended ? 0.9 : ended || (heard && isErrorLine({ said: heard.text })) ? 0.7 : 0.5,
    subject: { kind: 'Job', namespace: job.namespace, name: job.name },
    since: failed.since,
    explains: ['crash_loop', 'not_ready', 'job_stalled'],
    ...noAction(
      'The Job has given up, and deleting or restarting its pods does not make it try again; run it anew when the reason is cured.',
    ),
    suggestions: [
      words
        ? `Cure what the last pod says ("${lineOf(words)}"), then run the Job again.`
        : `Find out why the pods of ${job.name} end, then run it again.`,
    ],
  })
}

function sayName({ job }: JobInQuestion): string {
  return `Job ${job.namespace}/${job.name}${job.owner ? ` of ${job.owner.kind} ${job.owner.name}` : ''}`
}

function endOf({ containers, initContainers }: PodView): EndView | undefined {
  const ends = [...initContainers, ...containers].flatMap(({ terminated, last }) => terminated ?? last ?? [])
  return ends.find(({ exitCode }) => exitCode !== 0) ?? ends[0]
}

function sayEnd(
  last: Shown<PodView> | undefined,
  ended: EndView | undefined,
  words: LastWords | undefined,
  heard: LoggedLine | undefined,
): string {
  if (!last && heard) return `Its pods are gone; the central log still has of them: "${saidWords(heard)}".`
  if (!last) return 'Its pods are gone, and no log of theirs was found, so why they failed cannot be read any more.'
  if (!ended) return `Its last pod ${last.name} is ${last.phase}${last.reason ? ` (${last.reason})` : ''}.`
  const how = `Its last pod ${last.name} ended with exit code ${ended.exitCode}${ended.reason ? ` (${ended.reason})` : ''}`
  return words ? `${how}, and its last words are: "${wholeWords(words)}".` : `${how}; it wrote no log.`
}

/** What failed once and was done by a later run is no incident any more. */
function healed(one: JobInQuestion, failed: ConditionView, now: Date): Finding {
  const { job, doneSince: later = job, pods } = one
  const [last] = pods
  const words = last && lastWordsOf(one.logs.filter((log) => isSame(log, last)))
  return fault({
    kind: 'job_recovered',
    situation: 'recovered',
    statement: `${sayName(one)} failed${failed.since ? ` ${sayAgo(failed.since, now)}` : ''} (${failed.reason}), but a later run, ${later.name}, has succeeded${later.completedAt ? ` at ${sayTime(later.completedAt)}` : ''}. It has recovered; the failed Job only remains as a record.${words ? ` What ended it then: "${lineOf(words)}".` : ''}`,
    evidence: [
      cite(job.exhibit, JSON.stringify(job.name)),
      cite(later.exhibit, JSON.stringify(later.name)),
      words && cite(words.log.exhibit, words.line.text),
    ],
    confidence: 0.9,
    subject: { kind: 'Job', namespace: job.namespace, name: job.name },
    since: failed.since,
    ...noAction('The work has been done by a later run.'),
    suggestions: [`Remove the failed Job ${job.name} to silence the alert, when nobody needs its record.`],
  })
}

// A Job that was stopped by its own deadline: nothing in it need have failed, it took longer than it may.

function isOverDeadline({ reason }: ConditionView): boolean {
  return reason === 'DeadlineExceeded'
}

/** `last` is the last that was heard of it. */
function stoppedByDeadline(
  { job, pods }: JobInQuestion,
  failed: ConditionView,
  name: string,
  last: LoggedLine | undefined,
): Finding {
  const bound = job.deadlineSeconds
  const since = failed.since ? ` at ${sayTime(failed.since)}` : ''
  const unheard = pods.length === 0 ? ' Its pods are gone, and no log of theirs was found.' : ''
  const said = last ? ` The last its pod said, at ${sayTime(last.at)}: "${wordsOf(last)}".` : unheard
  return fault({
    kind: 'job_failed',
    statement: `${name} was stopped${since} because it ran longer than it may (DeadlineExceeded): its deadline is ${bound === undefined ? 'not shown' : `${bound} s (${sayDuration(bound * 1000)}, activeDeadlineSeconds)`}${sayRun(job, failed)}.${sayTries(job)} Its pod was ended by the deadline; that it failed by itself is not shown.${said}`,
    evidence: [
      citeField(job.exhibit, 'reason', 'DeadlineExceeded'),
      ...(bound === undefined ? [] : [citeField(job.exhibit, 'activeDeadlineSeconds', bound)]),
      last && cite(last.exhibit, last.text),
    ],
    confidence: bound === undefined ? 0.7 : last ? 0.9 : 0.8,
    subject: { kind: 'Job', namespace: job.namespace, name: job.name },
    since: failed.since,
    explains: ['crash_loop', 'not_ready', 'job_stalled'],
    ...noAction(
      'The Job has been stopped and is not tried again by itself; how long it may run is for its owner to decide.',
    ),
    suggestions: [
      `Find out what made ${job.name} slower than its deadline allows (more work, or a slower dependency); then give it a longer activeDeadlineSeconds or less work a run, and run it again.`,
    ],
  })
}

function sayRun({ startedAt }: JobView, { since }: ConditionView): string {
  if (!startedAt || !since) return ''
  return `, and it had run for ${sayDuration(since.getTime() - startedAt.getTime())} since ${sayTime(startedAt)}`
}

/** One is the pod the deadline ended. */
function sayTries({ failed }: Shown<JobView>): string {
  return failed > 1 ? ` ${failed} of its pods count as failed, so part of that time went into tries before.` : ''
}
