/** A Job that does not run or does not end: suspended, missed, or kept alive by a side-car. */
import type { ClusterScene, ContainerView, CronJobView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { citeEvent, eventsAbout } from '../../cluster/pods/events-about.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { citePart, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { jobsInQuestion } from '../../cluster/subject/jobs-in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

const MISSED =
  /^(FailedNeedsStart|TooManyMissedTimes|MissSchedule|MissedSchedule|UnparseableSchedule|InvalidSchedule|UnknownTimeZone)$/

export const jobStalled: Analyzer = ({ cluster, now }) => {
  if (!cluster) return []
  const crons = cluster.cronJobs.filter((one) =>
    cluster.target.workloads.some((each) => each.kind === 'CronJob' && isSame(each, one)),
  )
  return [
    ...crons.flatMap((one) => suspended(one, now) ?? missed(one, cluster) ?? stillRunning(one, cluster, now) ?? []),
    ...jobsInQuestion(cluster).flatMap(({ job, pods }) =>
      job.isSuspended ? [suspendedJob(job)] : pods.flatMap((pod) => keptAlive(pod, cluster, now) ?? []),
    ),
  ]
}

function suspended(cron: Shown<CronJobView>, now: Date): Finding | undefined {
  if (!cron.isSuspended) return undefined
  const { namespace, name, schedule, lastScheduledAt, lastSucceededAt, exhibit } = cron
  return fault({
    kind: 'job_stalled',
    statement: `CronJob ${namespace}/${name} (schedule ${schedule}) is suspended (spec.suspend is true), so it starts no runs. It last ran ${lastScheduledAt ? `at ${sayTime(lastScheduledAt)} (${sayAgo(lastScheduledAt, now)})` : 'at a time nobody recorded'}${lastSucceededAt ? ` and last succeeded at ${sayTime(lastSucceededAt)}` : ''}.`,
    evidence: [cite(exhibit, JSON.stringify(name)), citeField(exhibit, 'suspend', true)],
    confidence: 0.9,
    subject: { kind: 'CronJob', namespace, name },
    since: lastScheduledAt,
    explains: ['job_failed'],
    ...noAction('Somebody suspended it; whether it may run again is for its owner to say.'),
    suggestions: [
      `Resume CronJob ${name} (set suspend to false) if the reason for stopping it is over, and run what was missed.`,
    ],
  })
}

function missed(
  { namespace, name, schedule, exhibit }: Shown<CronJobView>,
  cluster: ClusterScene,
): Finding | undefined {
  const missedEvent = eventsAbout(cluster, { kind: 'CronJob', namespace, name }).findLast(({ reason }) =>
    MISSED.test(reason),
  )
  if (!missedEvent) return undefined
  return fault({
    kind: 'job_stalled',
    statement: `CronJob ${namespace}/${name} (schedule ${schedule}) starts no runs: ${missedEvent.reason}, "${missedEvent.message}"`,
    evidence: [cite(exhibit, JSON.stringify(name)), citeEvent(missedEvent)],
    confidence: 0.9,
    subject: { kind: 'CronJob', namespace, name },
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
  return fault({
    kind: 'job_stalled',
    statement: `CronJob ${namespace}/${name} (schedule ${schedule}) starts no new runs because its run ${run.name} is still active${run.startedAt ? ` since ${sayTime(run.startedAt)} (${sayAgo(run.startedAt, now)})` : ''}: "${stillActive.message}" (${stillActive.count} times).`,
    evidence: [cite(run.exhibit, JSON.stringify(run.name)), citeEvent(stillActive)],
    confidence: 0.9,
    subject: { kind: 'CronJob', namespace, name },
    since: run.startedAt,
    ...noAction('Whether the run may be ended without losing its work is for its owner to say.'),
    suggestions: [
      `See why run ${run.name} does not end; give the Job an activeDeadlineSeconds so that one cannot hold up the rest.`,
    ],
  })
}

function suspendedJob({ namespace, name, exhibit }: Shown<{ namespace: string; name: string }>): Finding {
  return fault({
    kind: 'job_stalled',
    statement: `Job ${namespace}/${name} is suspended (spec.suspend is true), so it runs no pods and does not complete.`,
    evidence: [cite(exhibit, JSON.stringify(name)), citeField(exhibit, 'suspend', true)],
    confidence: 0.9,
    subject: { kind: 'Job', namespace, name },
    ...noAction('Somebody, or a queue, suspended it; whether it may run is for its owner to say.'),
    suggestions: [`Resume Job ${name} if the reason for stopping it is over.`],
  })
}

/** One container has done the work, another never ends. */
function keptAlive(pod: Shown<PodView>, cluster: ClusterScene, now: Date): Finding | undefined {
  const done = pod.containers.filter(({ terminated }) => terminated?.exitCode === 0)
  const running = pod.containers.filter((one) => one.running)
  const [worker] = done
  const [keeper] = running
  if (pod.phase !== 'Running' || !worker || !keeper || done.length + running.length < pod.containers.length)
    return undefined
  const { namespace, name, owner } = pod
  const skipped = skippedRun(cluster, pod)
  return fault({
    kind: 'job_stalled',
    statement: `${owner?.kind ?? 'Pod'} ${namespace}/${owner?.name ?? name} does not complete although its work is done: in pod ${name} container ${worker.name} completed with exit code 0${sayWhen(worker, now)}, while side-car container ${names(running)} is still running and keeps the pod alive.${skipped ? ` Meanwhile ${skipped.kind} ${skipped.name} skips its next runs, and will go on so: "${skipped.message}" (last at ${sayTime(skipped.at)}).` : ''}`,
    evidence: [
      worker.terminated && citePart(pod.exhibit, worker.terminated.source),
      keeper.running && citePart(pod.exhibit, keeper.running.source),
      cite(pod.exhibit, JSON.stringify(keeper.name)),
      skipped && citeEvent(skipped),
    ],
    confidence: 0.9,
    subject: { kind: owner?.kind ?? 'Pod', namespace, name: owner?.name ?? name },
    since: worker.terminated?.finishedAt,
    explains: ['not_ready'],
    ...noAction('The work is done; ending the pod would make the Job run it a second time.'),
    suggestions: [
      `Let ${names(running)} end with the work: make it an init container with restartPolicy Always, or have container ${worker.name} tell it to quit.`,
    ],
  })
}

/** With Forbid, what holds this run up keeps the later ones away. */
function skippedRun(cluster: ClusterScene, { namespace, owner }: PodView) {
  const job = cluster.jobs.find((one) => one.namespace === namespace && one.name === owner?.name)
  if (job?.owner?.kind !== 'CronJob') return undefined
  return eventsAbout(cluster, { kind: 'CronJob', namespace, name: job.owner.name }, 'JobAlreadyActive').at(-1)
}

function sayWhen({ terminated }: ContainerView, now: Date): string {
  return terminated?.finishedAt ? ` at ${sayTime(terminated.finishedAt)} (${sayAgo(terminated.finishedAt, now)})` : ''
}

function names(containers: readonly ContainerView[]): string {
  return containers.map(({ name }) => name).join(', ')
}
