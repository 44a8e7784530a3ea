/** The Jobs an alert is about: the named one, or the runs of a named CronJob. */

import { newestFirst } from '../asking/look-at-containers.ts'
import type { ClusterScene, ContainerLog, JobView, PodView, Shown } from '../cluster-scene.ts'
import { isSame, podsOf } from '../pods/workload-pods.ts'

export type JobInQuestion = {
  job: Shown<JobView>
  /** Newest first. */
  pods: readonly Shown<PodView>[]
  logs: readonly Shown<ContainerLog>[]
  /** A later run of the same CronJob that did its work. */
  doneSince: Shown<JobView> | undefined
}

export function jobsInQuestion(cluster: ClusterScene): JobInQuestion[] {
  return cluster.jobs
    .filter((job) => isMeant(cluster, job))
    .map((job) => {
      const pods = podsOf(cluster, { kind: 'Job', namespace: job.namespace, name: job.name }).sort(newestFirst)
      return {
        job,
        pods,
        logs: cluster.logs.filter((log) => pods.some((pod) => isSame(pod, log))),
        doneSince: cluster.jobs.find((other) => isLaterRun(other, job) && other.succeeded > 0),
      }
    })
}

/** Of a CronJob only the latest run: the ones before are history. */
function isMeant({ target, jobs }: ClusterScene, job: JobView): boolean {
  return target.workloads.some(({ kind, namespace, name }) => {
    if (namespace !== job.namespace) return false
    if (kind === 'Job') return name === job.name
    const isRun = kind === 'CronJob' && job.owner?.kind === 'CronJob' && job.owner.name === name
    return isRun && !jobs.some((other) => isLaterRun(other, job))
  })
}

function isLaterRun(other: JobView, job: JobView): boolean {
  const isSibling = job.owner !== undefined && other.owner?.name === job.owner.name && other.namespace === job.namespace
  return isSibling && (other.startedAt?.getTime() ?? 0) > (job.startedAt?.getTime() ?? 0)
}

/** A pod of a run whose work a later run has done since. */
export function isOfHealedRun({ jobs }: Pick<ClusterScene, 'jobs'>, { namespace, owner }: PodView): boolean {
  const job = owner?.kind === 'Job' ? jobs.find((one) => isSame(one, { namespace, name: owner.name })) : undefined
  return job !== undefined && jobs.some((other) => isLaterRun(other, job) && other.succeeded > 0)
}
