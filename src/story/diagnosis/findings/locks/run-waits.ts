/** A run that does not end because its session waits in the database: what the session waits for is why. */
import type { ObjectKey, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import { runsUnderWay } from '../../database/asking/points-to-database.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { blockingRoots, waitSeconds } from '../../database/locks/blocking-roots.ts'
import { lasting, quotedQuery, who } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault } from '../cluster-fault.ts'
import { lockRoot } from './lock-root.ts'

const LONG_SECONDS = 600

export const runWaits: Analyzer = (scene) => {
  const { cluster, database } = scene
  if (!cluster || !database) return []
  return runsUnderWay(cluster).flatMap((pod) => waiting(scene, database, pod) ?? working(scene, database, pod) ?? [])
}

const EXPLAINED = ['job_stalled', 'lock_root', 'lock_queue', 'not_ready', 'runaway_query', 'costly_statement']

function waiting(scene: Scene, { locks }: DatabaseScene, pod: Shown<PodView>): Finding | undefined {
  const waiter = locks?.thing.waiters.find((one) => 'client_addr' in one && one.client_addr === pod.podIP)
  if (!locks || !waiter || pod.podIP === undefined || !('client_addr' in waiter)) return undefined
  const blocking = blockingRoots(locks.thing).find(({ waiters }) => waiters.includes(waiter))
  const root = lockRoot(scene).find(({ subject }) => blocking && subject.name === `pid ${blocking.root.pid}`)
  if (!root) return undefined
  return {
    ...root,
    kind: 'run_waits',
    statement: `${sayRun(scene, pod)} does not end because it waits in the database: its session ${who(waiter)} has waited ${lasting(waitSeconds(waiter))} with ${quotedQuery(waiter.query)}. ${root.statement}`,
    evidence: [...root.evidence, citeField(locks.exhibit, 'client_addr', pod.podIP), ...proofOf(pod)],
    subject: objectOf(scene, pod),
    weight: 'cause',
    explains: [...EXPLAINED, ...(root.explains ?? [])],
  }
}

/** It waits for nobody: its own statement takes that long. */
function working(scene: Scene, { queries }: DatabaseScene, pod: Shown<PodView>): Finding | undefined {
  const session = queries?.thing.running.find(
    ({ client_addr, query_seconds }) => client_addr === pod.podIP && (query_seconds ?? 0) >= LONG_SECONDS,
  )
  if (!queries || !session) return undefined
  const event = session.wait_event_type ? ` (it waits for ${session.wait_event_type} ${session.wait_event})` : ''
  return fault({
    kind: 'run_waits',
    statement: `${sayRun(scene, pod)} does not end because its session ${who(session)} has been busy for ${lasting(session.query_seconds)} with one statement${event}: ${quotedQuery(session.query)}.`,
    evidence: [citeField(queries.exhibit, 'pid', session.pid), ...proofOf(pod)],
    confidence: 0.8,
    subject: objectOf(scene, pod),
    ...(session.query_start !== null && { since: new Date(session.query_start) }),
    explains: EXPLAINED,
    ...noAction('The statement is the run’s own work; whether it may be ended is for its owner to say.'),
    suggestions: ['Look at the statement’s plan with EXPLAIN, and give the Job an activeDeadlineSeconds.'],
  })
}

function proofOf({ exhibit, podIP, name }: Shown<PodView>): Finding['evidence'] {
  return [cite(exhibit, `"podIP":${JSON.stringify(podIP)}`), cite(exhibit, JSON.stringify(name))]
}

function sayRun(scene: Scene, pod: PodView): string {
  const { kind, namespace, name } = objectOf(scene, pod)
  const run =
    kind === 'CronJob' ? `Run ${pod.owner?.name} of CronJob ${namespace}/${name}` : `${kind} ${namespace}/${name}`
  return `${run} (pod ${pod.name}, ${pod.podIP}, started ${sayAgo(pod.createdAt, scene.now)})`
}

function objectOf({ cluster }: Scene, { namespace, owner, name }: PodView): ObjectKey & { kind: string } {
  const job = cluster?.jobs.find((one) => isSame(one, { namespace, name: owner?.name ?? '' }))
  if (job?.owner?.kind === 'CronJob') return { kind: 'CronJob', namespace, name: job.owner.name }
  return { kind: owner?.kind ?? 'Pod', namespace, name: owner?.name ?? name }
}
