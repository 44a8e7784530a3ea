/** The alert misses a pod that ran to its end, as the pod of a Job does: it is not broken, it is done. */
import { spelled } from '../../cluster/asking/look-at-logs.ts'
import type { ClusterScene, JobView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { findPod, isSame, subjectPods } from '../../cluster/pods/workload-pods.ts'
import { sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

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
  return [done(pod, jobOf(cluster, pod), OF_MORE.test(words) || FOREIGN_LETTER.test(words), now)]
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

function jobOf({ jobs }: ClusterScene, { namespace, owner }: PodView): Shown<JobView> | undefined {
  return owner?.kind === 'Job' ? jobs.find((job) => isSame(job, { namespace, name: owner.name })) : undefined
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
