/** The server is full because one program takes most of its connections since it was changed; the alert may name any other. */
import type { Difference } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import { citeDifference, type History, historyOf, isOfNewest } from '../../cluster/releases/revision-history.ts'
import { minutesBetween, sayAgo, sayDuration } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { type Client, dominatingClient } from '../../database/connections/client-workloads.ts'
import {
  isAnotherProgram,
  poolGrowth,
  programChanges,
  type Shortage,
  saturationOf,
  shortageOf,
} from '../../database/connections/connections.ts'
import { makeFinding, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { percent, plural } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { clockTime } from '../../signals/points.ts'
import { sayRevision } from '../cluster-fault.ts'

const FULL = 0.9
/** Clocks differ, and a pool fills while pods come up. */
const BEFORE_MINUTES = 3
/** A larger pool may meet the limit only with the next rush; another program shows what it does sooner. */
const POOL_HOURS = 6
const PROGRAM_MINUTES = 60
const OF_NEWEST = 0.7
/** A rolling update is through by then; a pod that is younger came because more were wanted. */
const ROLLOUT_MINUTES = 5

export const slotsTaken: Analyzer = (scene) => {
  const { database } = scene
  const client = database && saturationOf(database) >= FULL ? dominatingClient(database) : undefined
  const shortage = shortageOf(scene)
  if (!database || !client?.workload || !shortage) return []
  const history = database.surroundings && historyOf(database.surroundings, client.workload)
  if (history) return byRelease(scene, { client, shortage, history, database })
  return byRun(scene, { client, shortage, database })
}

type Taken = { client: Client; shortage: Shortage; database: DatabaseScene }

function byRelease(scene: Scene, { history, ...taken }: Taken & { history: History }): Finding[] {
  const { client, shortage, database } = taken
  const { rolledOutAt, previous, newest, change } = history
  const grown = poolGrowth(change?.differences ?? [])
  const guilty = grown.length > 0 ? grown : programChanges(change?.differences ?? [])
  const minutes = rolledOutAt ? minutesBetween(rolledOutAt, shortage.at) : Number.NaN
  const isInTime = minutes >= -BEFORE_MINUTES && minutes <= (grown.length > 0 ? POOL_HOURS * 60 : PROGRAM_MINUTES)
  if (!previous || !isInTime || !isHeldByNewest(client, history) || guilty.length === 0 || !database.surroundings)
    return []
  const since = `since its ${sayRevision(history)} was rolled out at ${rolledOutAt ? clockTime(rolledOutAt) : ''} (${sayAgo(rolledOutAt, scene.now)}): ${sayChanges([...grown, ...(change?.differences ?? []).filter((one) => !grown.includes(one))])}`
  const why = `${client.name} took most connections with revision ${newest.revision}; revision ${previous.revision} left room for the others.`
  const { surroundings: cluster } = database
  const doubt = grown.length > 0 ? undefined : doubtOf(client, history, guilty)
  const gate = doubt
    ? noAction(doubt)
    : rollbackGate({ cluster, now: scene.now }, { workload: client.workload, since: shortage.at, guilty, why })
  return [
    finding(taken, {
      since,
      confidence: grown.length > 0 ? 0.9 : doubt ? 0.55 : 0.75,
      gate,
      evidence: [...guilty.slice(0, 2).flatMap((one: Difference) => citeDifference(history, one))],
      cure: `Bring the pools of ${client.name} (pods × pool size) below what max_connections leaves, then roll it out again.`,
    }),
  ]
}

/** Without a larger pool, what else than the release may have taken the connections. */
function doubtOf({ name, pods }: Client, { rolledOutAt }: History, guilty: readonly Difference[]): string | undefined {
  const later = pods.filter(
    ({ createdAt }) => rolledOutAt && createdAt && minutesBetween(rolledOutAt, createdAt) > ROLLOUT_MINUTES,
  )
  if (later.length > 0)
    return `${later.length} of the ${plural(pods.length, 'pod')} of ${name} came only after the release, and no pool grew with it: more pods take more connections with either revision.`
  return isAnotherProgram(guilty) ? undefined : `Nothing that changed in ${name} tells of more connections.`
}

/** The pods of the newest revision hold them, not those of before. */
function isHeldByNewest({ pods, since }: Client, history: History): boolean {
  const newest = pods.filter((pod) => isOfNewest(pod, history))
  const isYounger =
    since === undefined ||
    history.rolledOutAt === undefined ||
    minutesBetween(history.rolledOutAt, since) >= -BEFORE_MINUTES
  return newest.length >= OF_NEWEST * pods.length && isYounger
}

/** A run of a Job that began just before is a change as well, with nothing to return to. */
function byRun(scene: Scene, taken: Taken): Finding[] {
  const { client, shortage } = taken
  const began = client.pods
    .flatMap(({ createdAt }) => createdAt ?? [])
    .sort((one, other) => Number(one) - Number(other))[0]
  const minutes = began ? minutesBetween(began, shortage.at) : Number.NaN
  const isRun = client.workload?.kind === 'Job' || client.workload?.kind === 'CronJob'
  if (!isRun || !began || !(minutes >= -BEFORE_MINUTES && minutes <= PROGRAM_MINUTES)) return []
  return [
    finding(taken, {
      since: `since its run began at ${clockTime(began)} (${sayAgo(began, scene.now)})`,
      confidence: 0.8,
      gate: noAction(
        'It is a run of a Job, which has no revision to return to; a person decides whether it may be stopped.',
      ),
      evidence: [],
      cure: `Let ${client.name} run with fewer parallel pods or a smaller pool, or at a quieter hour.`,
    }),
  ]
}

type Part = {
  since: string
  confidence: number
  gate: Pick<Finding, 'actions' | 'noActionReason'>
  evidence: Finding['evidence']
  cure: string
}

function finding({ client, shortage, database }: Taken, { since, confidence, gate, evidence, cure }: Part): Finding {
  const { thing, exhibit } = database.connections ?? {}
  const { workload, pods, sessions, roles, addresses } = client
  if (!thing || !exhibit || !workload) throw new Error('Who holds the slots is read from the connections.')
  const usable = thing.usable_connections ?? thing.sessions
  const [address = ''] = addresses
  const [pod] = pods
  return makeFinding({
    kind: 'slots_taken',
    statement: `${workload.kind} ${workload.namespace}/${workload.name} holds ${sessions} of ${usable} usable connections (${percent(sessions / usable)}; ${plural(pods.length, 'pod')}, role ${roles.join(', ')}) ${since}. ${thing.sessions} are taken, so the others get none: ${shortage.clause}${sayGap(client, shortage)}.`,
    facts: pod
      ? [
          {
            text: `Client address ${address} is pod ${pod.namespace}/${pod.name}.`,
            evidence: [cite(pod.exhibit, `"podIP":"${address}"`), cite(pod.exhibit, `"name":"${pod.name}"`)],
          },
        ]
      : [],
    evidence: [
      citeField(exhibit, 'sessions', thing.sessions),
      citeField(exhibit, 'client_addr', address),
      ...evidence,
      ...shortage.evidence,
    ],
    confidence,
    subject: { kind: workload.kind, namespace: workload.namespace, name: workload.name },
    since: shortage.at,
    weight: weightFor(database, ['connections', 'errors', 'slow', 'down'], 'symptom'),
    explains: [
      'connections_exhausted',
      'connection_leak',
      'failing_service',
      'failing_dependency',
      'dependency_unreachable',
      'idle_in_transaction',
    ],
    ...gate,
    suggestions: [cure],
  })
}

function sayGap({ since }: Client, { at }: Shortage): string {
  const minutes = since ? minutesBetween(since, at) : 0
  return minutes >= 1 ? `, ${sayDuration(minutes * 60_000)} after the first of these connections was opened` : ''
}
