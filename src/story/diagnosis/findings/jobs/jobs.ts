/** Jobs that gave up, do not run or do not end, and pods that are missed although they have done their work. */
import { spelled } from '../../cluster/asking/look-at-containers.ts'
import type {
  ClusterScene,
  ConditionView,
  CronJobView,
  EndView,
  JobView,
  PodView,
  Shown,
} from '../../cluster/cluster-scene.ts'
import { type Gated, noAction } from '../../cluster/gates.ts'
import { isOrder } from '../../cluster/logs/log-clues.ts'
import { wholeWords } from '../../cluster/logs/names-in-lines.ts'
import { type LastWords, lastWordsOf } from '../../cluster/pods/container-faults.ts'
import { citeEvent, eventsAbout, findPod, isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { citePart, lineOf, sayAgo, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { type JobInQuestion, jobsInQuestion } from '../../cluster/subject/in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault, type Told } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { lastOf, linesOfRun } from '../../signals/log-question.ts'
import { isErrorLine, wordsOf } from '../../signals/said-lines.ts'
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
      failed.reason === 'DeadlineExceeded' ? stoppedByDeadline(one, failed, last) : gaveUp(one, failed, now, last),
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
  const words = lastWordsIn(one)
  return fault({
    kind: 'job_failed',
    statement: `${sayName(one)} failed${failed.since ? ` at ${sayTime(failed.since)} (${sayAgo(failed.since, now)})` : ''}: ${failed.reason}${failed.message ? `, "${failed.message}"` : ''}. ${sayEnd(last, ended, words, heard)}`,
    evidence: [
      failed.reason ? citeField(job.exhibit, 'reason', failed.reason) : cite(job.exhibit, JSON.stringify(job.name)),
      last && ended && citePart(last.exhibit, ended.source),
      words ? cite(words.log.exhibit, words.line.text) : !last && heard && cite(heard.exhibit, heard.text),
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

/** Of its last pod. */
function lastWordsIn({ pods: [last], logs }: JobInQuestion): LastWords | undefined {
  return last && lastWordsOf(logs.filter((log) => isSame(log, last)))
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
  if (!last && heard) return `Its pods are gone; the central log still has of them: "${wordsOf(heard)}".`
  if (!last) return 'Its pods are gone, and no log of theirs was found, so why they failed cannot be read any more.'
  if (!ended) return `Its last pod ${last.name} is ${last.phase}${last.reason ? ` (${last.reason})` : ''}.`
  const how = `Its last pod ${last.name} ended with exit code ${ended.exitCode}${ended.reason ? ` (${ended.reason})` : ''}`
  return words ? `${how}, and its last words are: "${wholeWords(words)}".` : `${how}; it wrote no log.`
}

/** What failed once and was done by a later run is no incident any more. */
function healed(one: JobInQuestion, failed: ConditionView, now: Date): Finding {
  const { job, doneSince: later = job } = one
  const words = lastWordsIn(one)
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

/** `last` is the last that was heard of it. */
function stoppedByDeadline(one: JobInQuestion, failed: ConditionView, last: LoggedLine | undefined): Finding {
  const { job, pods } = one
  const bound = job.deadlineSeconds
  const since = failed.since ? ` at ${sayTime(failed.since)}` : ''
  const unheard = pods.length === 0 ? ' Its pods are gone, and no log of theirs was found.' : ''
  const said = last ? ` The last its pod said, at ${sayTime(last.at)}: "${wordsOf(last)}".` : unheard
  return fault({
    kind: 'job_failed',
    statement: `${sayName(one)} was stopped${since} because it ran longer than it may (DeadlineExceeded): its deadline is ${bound === undefined ? 'not shown' : `${bound} s (${sayDuration(bound * 1000)}, activeDeadlineSeconds)`}${sayRun(job, failed)}.${sayTries(job)} Its pod was ended by the deadline; that it failed by itself is not shown.${said}`,
    evidence: [
      citeField(job.exhibit, 'reason', 'DeadlineExceeded'),
      bound !== undefined && citeField(job.exhibit, 'activeDeadlineSeconds', bound),
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

// A Job that does not run or does not end: suspended, missed, or kept alive by a side-car.

const MISSED =
  /^(FailedNeedsStart|TooManyMissedTimes|MissSchedule|MissedSchedule|UnparseableSchedule|InvalidSchedule|UnknownTimeZone)$/

export const jobStalled: Analyzer = ({ cluster, now }) => {
  if (!cluster) return []
  const named = cluster.target.workloads.filter(({ kind }) => kind === 'CronJob')
  const crons = cluster.cronJobs.filter((one) => named.some((each) => isSame(each, one)))
  return [
    ...crons.flatMap((one) => suspended(one, now) ?? missed(one, cluster) ?? stillRunning(one, cluster, now) ?? []),
    ...jobsInQuestion(cluster).flatMap(({ job, pods }) =>
      job.isSuspended ? [suspendedJob(job)] : pods.flatMap((pod) => keptAlive(pod, cluster, now) ?? []),
    ),
  ]
}

function suspended(cron: Shown<CronJobView>, now: Date): Finding | undefined {
  if (!cron.isSuspended) return undefined
  const { namespace, name, schedule, lastScheduledAt: last, lastSucceededAt, exhibit } = cron
  return stalled({
    subject: { kind: 'CronJob', namespace, name },
    statement: `CronJob ${namespace}/${name} (schedule ${schedule}) is suspended (spec.suspend is true), so it starts no runs. It last ran ${last ? `at ${sayTime(last)} (${sayAgo(last, now)})` : 'at a time nobody recorded'}${lastSucceededAt ? ` and last succeeded at ${sayTime(lastSucceededAt)}` : ''}.`,
    evidence: [cite(exhibit, JSON.stringify(name)), citeField(exhibit, 'suspend', true)],
    since: last,
    explains: ['job_failed'],
    ...noAction('Somebody suspended it; whether it may run again is for its owner to say.'),
    suggestions: [
      `Resume CronJob ${name} (set suspend to false) if the reason for stopping it is over, and run what was missed.`,
    ],
  })
}

type Stalled = Pick<Told, 'statement' | 'evidence' | 'subject' | 'since' | 'explains' | 'suggestions'> & Gated

/** What is seen of it leaves no doubt. */
function stalled(told: Stalled): Finding {
  return fault({ kind: 'job_stalled', confidence: 0.9, ...told })
}

function missed(
  { namespace, name, schedule, exhibit }: Shown<CronJobView>,
  cluster: ClusterScene,
): Finding | undefined {
  const all = eventsAbout(cluster, { kind: 'CronJob', namespace, name })
  const missedEvent = all.findLast(({ reason }) => MISSED.test(reason))
  if (!missedEvent) return undefined
  return stalled({
    subject: { kind: 'CronJob', namespace, name },
    statement: `CronJob ${namespace}/${name} (schedule ${schedule}) starts no runs: ${missedEvent.reason}, "${missedEvent.message}"`,
    evidence: [cite(exhibit, JSON.stringify(name)), citeEvent(missedEvent)],
    since: missedEvent.firstAt,
    ...noAction('Its controller has given up counting missed starts; deleting Jobs does not change that.'),
    suggestions: [
      `Set startingDeadlineSeconds of CronJob ${name} or correct its schedule, and start what was missed by hand.`,
    ],
  })
}

/** With Forbid, a run that never ends keeps all later ones away. */
function stillRunning(
  { namespace, name, schedule }: Shown<CronJobView>,
  cluster: ClusterScene,
  now: Date,
): Finding | undefined {
  const stillActive = eventsAbout(cluster, { kind: 'CronJob', namespace, name }, 'JobAlreadyActive').at(-1)
  const run = cluster.jobs.find((job) => job.namespace === namespace && job.owner?.name === name && job.active > 0)
  if (!stillActive || !run) return undefined
  return stalled({
    subject: { kind: 'CronJob', namespace, name },
    statement: `CronJob ${namespace}/${name} (schedule ${schedule}) starts no new runs because its run ${run.name} is still active${run.startedAt ? ` since ${sayTime(run.startedAt)} (${sayAgo(run.startedAt, now)})` : ''}: "${stillActive.message}" (${stillActive.count} times).`,
    evidence: [cite(run.exhibit, JSON.stringify(run.name)), citeEvent(stillActive)],
    since: run.startedAt,
    ...noAction('Whether the run may be ended without losing its work is for its owner to say.'),
    suggestions: [
      `See why run ${run.name} does not end; give the Job an activeDeadlineSeconds so that one cannot hold up the rest.`,
    ],
  })
}

function suspendedJob({ namespace, name, exhibit }: Shown<{ namespace: string; name: string }>): Finding {
  return stalled({
    subject: { kind: 'Job', namespace, name },
    statement: `Job ${namespace}/${name} is suspended (spec.suspend is true), so it runs no pods and does not complete.`,
    evidence: [cite(exhibit, JSON.stringify(name)), citeField(exhibit, 'suspend', true)],
    ...noAction('Somebody, or a queue, suspended it; whether it may run is for its owner to say.'),
    suggestions: [`Resume Job ${name} if the reason for stopping it is over.`],
  })
}

/** One container has done the work, another never ends. */
function keptAlive(pod: Shown<PodView>, cluster: ClusterScene, now: Date): Finding | undefined {
  const done = pod.containers.filter(({ terminated }) => terminated?.exitCode === 0)
  const running = pod.containers.filter((one) => one.running)
  const [[worker], [keeper]] = [done, running]
  if (pod.phase !== 'Running' || !worker || !keeper || done.length + running.length < pod.containers.length)
    return undefined
  const { namespace, name, owner } = pod
  const skipped = skippedRun(cluster, pod)
  const ended = worker.terminated?.finishedAt
  const keepers = running.map((one) => one.name).join(', ')
  return stalled({
    subject: { kind: owner?.kind ?? 'Pod', namespace, name: owner?.name ?? name },
    statement: `${owner?.kind ?? 'Pod'} ${namespace}/${owner?.name ?? name} does not complete although its work is done: in pod ${name} container ${worker.name} completed with exit code 0${ended ? ` at ${sayTime(ended)} (${sayAgo(ended, now)})` : ''}, while side-car container ${keepers} is still running and keeps the pod alive.${skipped ? ` Meanwhile ${skipped.kind} ${skipped.name} skips its next runs, and will go on so: "${skipped.message}" (last at ${sayTime(skipped.at)}).` : ''}`,
    evidence: [
      worker.terminated && citePart(pod.exhibit, worker.terminated.source),
      keeper.running && citePart(pod.exhibit, keeper.running.source),
      cite(pod.exhibit, JSON.stringify(keeper.name)),
      skipped && citeEvent(skipped),
    ],
    since: ended,
    explains: ['not_ready'],
    ...noAction('The work is done; ending the pod would make the Job run it a second time.'),
    suggestions: [
      `Let ${keepers} end with the work: make it an init container with restartPolicy Always, or have container ${worker.name} tell it to quit.`,
    ],
  })
}

/** With Forbid, what holds this run up keeps the later ones away. */
function skippedRun(cluster: ClusterScene, { namespace, owner }: PodView) {
  const job = cluster.jobs.find((one) => one.namespace === namespace && one.name === owner?.name)
  if (job?.owner?.kind !== 'CronJob') return undefined
  return eventsAbout(cluster, { kind: 'CronJob', namespace, name: job.owner.name }, 'JobAlreadyActive').at(-1)
}

// The alert misses a pod that ran to its end, as the pod of a Job does: it is not broken, it is done.

/** Whoever asks why it does not run is answered by that it is done. */
const OF_THE_STATE =
  /not ?(?:running|ready|up)|down\b|unavailable|absent|stopped|terminated|complet|succeeded|waiting|pending|unhealthy|restart/i
/** Of these it is no answer that the run is over. */
const OF_THE_RUN =
  /fail|error|slow|late\b|overdue|missed|not (?:completed|succeeded|finished)|took|duration|exceed|oom|killed|missing|stale|backup/i

/** More is told than its state, or in a language nobody here reads: then its end alone closes nothing. */
const OF_MORE =
  /\b(?:no(?! longer\b| action\b)|none|nothing|nobody|zero|empty|incomplete|wrong|lost|customers?|users?|clients?|data)\b|corrupt|\b(?:kein|nicht|fehl|aucun|erreur|ning[uú]n|fallo|nenhum|falha|nessun|errore)/i
const FOREIGN_LETTER = /[^\P{L}a-zA-Z]/u
/** These are to run for ever. */
const NEVER_DONE = ['ReplicaSet', 'StatefulSet', 'DaemonSet', 'ReplicationController']

export const jobDone: Analyzer = ({ cluster, subject, now }) => {
  const words = `${spelled(subject.alertName)} ${subject.text}`
  if (!cluster?.target.isNamed || !OF_THE_STATE.test(words) || OF_THE_RUN.test(words)) return []
  const pods = meantPods(cluster)
  const [pod] = pods
  if (!pod || !pods.every(hasSucceeded) || NEVER_DONE.includes(pod.owner?.kind ?? '')) return []
  const { namespace, owner } = pod
  const job = cluster.jobs.find((one) => owner?.kind === 'Job' && isSame(one, { namespace, name: owner.name }))
  return [done(pod, job, OF_MORE.test(words) || FOREIGN_LETTER.test(words), now)]
}

/** The named pod alone, else all of the named Job. */
function meantPods(cluster: ClusterScene): Shown<PodView>[] {
  const named = cluster.target.pod && findPod(cluster, cluster.target.pod)
  if (named) return [named]
  return cluster.target.workloads.some(({ kind }) => kind !== 'Job') ? [] : subjectPods(cluster)
}

function hasSucceeded({ phase, containers }: PodView): boolean {
  return (
    phase === 'Succeeded' && containers.every(({ terminated }) => terminated === undefined || terminated.exitCode === 0)
  )
}

function done(pod: Shown<PodView>, job: Shown<JobView> | undefined, isMoreShown: boolean, now: Date): Finding {
  const complete = job?.conditions.find(({ type, status }) => type === 'Complete' && status === 'True')
  const at = job?.completedAt ?? pod.containers.flatMap(({ terminated }) => terminated?.finishedAt ?? [])[0]
  const of = job ? ` of Job ${job.name}` : ''
  const isComplete = complete !== undefined
  return fault({
    kind: 'job_done',
    situation: 'works_as_designed',
    statement: `Pod ${pod.name}${of} works as designed: it has finished its work and succeeded${at ? ` at ${sayTime(at)} (${sayAgo(at, now)})` : ''}${isComplete ? ', and the Job is complete' : ''}. A pod that has completed does not run and is not ready any more, as it should be.${isMoreShown ? ' Whether it did all that was wanted of it is not shown.' : ' Nothing is wrong and no action is needed.'}`,
    evidence: [
      citeField(pod.exhibit, 'phase', 'Succeeded'),
      job && isComplete && cite(job.exhibit, JSON.stringify(job.name)),
    ],
    confidence: pod.owner === undefined ? 0.6 : isComplete && !isMoreShown ? 0.9 : 0.75,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    since: at,
    ...noAction('It ended as it should; there is nothing to heal.'),
    suggestions: ['Leave pods that have finished (phase Succeeded, or owned by a Job) out of the rule of this alert.'],
  })
}
