/** The costly statement came with a release: those that run it are one program, changed just before the load rose. */

import type { Difference, PodView, Shown, WorkloadName } from '../../cluster/cluster-scene.ts'
import { type Gated, noAction, rollbackGate } from '../../cluster/gates.ts'
import { isSame, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { citeDifferences, type History, historyOf, isOfNewest } from '../../cluster/releases/revision-history.ts'
import { minutesBetween, sayAgo, sayDuration } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { runnersOf } from '../../database/asking/ask-deeper.ts'
import { podAt, programChanges } from '../../database/connections/connections.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { isServerBusy } from '../../database/server/host-load.ts'
import { lasting, percent, plural, quotedQuery } from '../../database/session-words.ts'
import {
  elderSibling,
  isOlderThan,
  type Leader,
  leadingStatement,
} from '../../database/statements/leading-statement.ts'
import { type CallRise, callRiseOf, type LoadRise, loadRiseOf } from '../../database/statements/statement-rise.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { clockTime } from '../../signals/points.ts'
import { sayRevision } from '../cluster-fault.ts'
import { addressFact } from '../database-fault.ts'

/** Clocks differ, and metrics have a point every few minutes. */
const BEFORE_MINUTES = 4
const AFTER_MINUTES = 45
const SOON_MINUTES = 10

export const statementOfRelease: Analyzer = (scene) => {
  const { database } = scene
  const { queries, surroundings: cluster } = database ?? {}
  const leader = database && queries && leadingStatement(queries.thing, isServerBusy(database))
  if (!database || !cluster || !leader) return []
  const runners = programOf(runnersOf(leader.query, database), database)
  const history = runners && historyOf(cluster, runners.workload)
  const rise = loadRiseOf(scene)
  if (!history?.previous || !history.rolledOutAt || !rise || !isInTime(rise, history.rolledOutAt)) return []
  const calls = moreCalls(database, history.rolledOutAt)
  const isOlder = isOlderThan(leader, history.rolledOutAt, scene)
  if (!runners?.pods.every((pod) => isOfNewest(pod, history)) || (isOlder && !calls)) return []
  return [finding(scene, { database, leader, history, rise, calls, isOlder, exhibit: queries.exhibit, ...runners })]
}

/** An old statement that is called more often from the release on is as much the release's as a new one. */
function moreCalls(database: DatabaseScene, rolledOutAt: Date): CallRise | undefined {
  const calls = callRiseOf(database)
  const minutes = calls && minutesBetween(rolledOutAt, calls.at)
  return minutes !== undefined && minutes >= -BEFORE_MINUTES && minutes <= SOON_MINUTES ? calls : undefined
}

type Runners = { workload: WorkloadName; pods: readonly Shown<PodView>[]; addresses: readonly string[] }

/** One program at all the addresses; where one of them is nobody's pod, or another's, the statement is not one program's. */
function programOf(addresses: readonly string[], { surroundings: cluster }: DatabaseScene): Runners | undefined {
  const pods = addresses.flatMap((address) => podAt(address, cluster) ?? [])
  const workloads = pods.flatMap((pod) => (cluster && workloadOf(cluster, pod)) ?? [])
  const [workload] = workloads
  const isOne = workload && workloads.every((one) => one.kind === workload.kind && isSame(one, workload))
  return isOne && workloads.length === addresses.length ? { workload, pods, addresses } : undefined
}

function isInTime({ at }: LoadRise, rolledOutAt: Date): boolean {
  const minutes = minutesBetween(rolledOutAt, at)
  return minutes >= -BEFORE_MINUTES && minutes <= AFTER_MINUTES
}

type Blamed = Runners & {
  database: DatabaseScene
  leader: Leader
  history: History
  rise: LoadRise
  calls: CallRise | undefined
  isOlder: boolean
  exhibit: Exhibit
}

function finding(scene: Scene, blamed: Blamed): Finding {
  const { database, leader, history, rise, calls, workload, pods, addresses, exhibit } = blamed
  const differences = history.change?.differences ?? []
  const guilty = programChanges(differences)
  const elder = elderSibling(leader, database)
  const isShown = calls !== undefined || (elder !== undefined && rise.isMeasured)
  const { statement } = leader
  const [pod] = pods
  const newness =
    elder && statement && !blamed.isOlder
      ? ` It is new: ${statement.calls} calls at ${statement.mean_exec_time} ms, beside ${elder.calls} calls at ${elder.mean_exec_time} ms of ${quotedQuery(elder.query)} on the same table.`
      : ''
  return fault({
    kind: 'statement_of_release',
    statement: `Since its release ${workload.kind} ${workload.namespace}/${workload.name} ${blamed.isOlder ? 'calls' : 'runs'} a statement${blamed.isOlder ? ' so often that it' : ' that'} takes most of the database's ${database.topics.has('cpu') ? 'CPU' : 'time'}: ${quotedQuery(leader.query)}. ${sayRunners(blamed)} Its ${sayRevision(history)} was rolled out at ${history.rolledOutAt ? clockTime(history.rolledOutAt) : ''} (${sayAgo(history.rolledOutAt, scene.now)}; ${sayChanges(differences) || 'its template could not be compared'}), and ${rise.clause}${sayGap(blamed)}.${sayCalls(blamed)}${newness}`,
    facts: pod ? [addressFact(pod)] : [],
    evidence: [
      cite(exhibit, JSON.stringify(addresses[0] ?? '')),
      statement && citeField(exhibit, 'calls', statement.calls),
      elder && citeField(exhibit, 'calls', elder.calls),
      citeDifferences(history, guilty),
      rise.evidence,
      calls?.evidence,
    ],
    confidence: isShown ? 0.9 : 0.55,
    subject: { kind: workload.kind, namespace: workload.namespace, name: workload.name },
    since: rise.at,
    weight: weightFor(database, ['cpu', 'slow', 'connections', 'errors']),
    explains: ['costly_statement', 'missing_index', 'connections_exhausted', 'failing_dependency', 'stale_statistics'],
    ...(isShown ? returnOf(scene, blamed, guilty) : noAction(sayUnshown(blamed))),
    suggestions: [
      blamed.isOlder
        ? 'Find what makes the program call the statement so often (an interval, a loop, a cache that is gone) before it is rolled out again.'
        : 'Look at the statement’s plan with EXPLAIN (ANALYZE, BUFFERS) and give it an index before it is rolled out again.',
    ],
  })
}

function returnOf({ now }: Scene, blamed: Blamed, guilty: readonly Difference[]): Gated {
  const { database, workload, history, rise, calls } = blamed
  const { surroundings: cluster } = database
  const why = calls
    ? `The calls came with revision ${history.newest.revision}; under revision ${history.previous?.revision} there were far fewer.`
    : `The statement came with revision ${history.newest.revision}; revision ${history.previous?.revision} did not run it.`
  return rollbackGate({ cluster, now }, { workload, since: rise.at, guilty, why })
}

/** The order in time alone returns nothing: an old statement can grow costly just then. */
function sayUnshown({ history, rise }: Blamed): string {
  return rise.isMeasured
    ? `No statistics show that revision ${history.previous?.revision} did not run this statement as well.`
    : 'No figures show that the load rose with the release.'
}

function sayRunners({ leader, pods }: Blamed): string {
  const { sessions, ofAll, longest } = leader
  return `${sessions} of ${ofAll} working sessions run it now, all from ${plural(pods.length, 'pod')} of it, the longest for ${lasting(longest)}.`
}

function sayCalls({ calls, leader: { statement, ofTime } }: Blamed): string {
  if (!calls) return ''
  const counted = statement
    ? ` It was called ${statement.calls} times at ${statement.mean_exec_time} ms on average, ${percent(ofTime)} of the time of all statements.`
    : ''
  return ` With it the server’s ${calls.clause}, so more is asked of it than before.${counted}`
}

function sayGap({ history, rise }: Blamed): string {
  const minutes = history.rolledOutAt ? minutesBetween(history.rolledOutAt, rise.at) : 0
  return minutes >= 1 ? `, ${sayDuration(minutes * 60_000)} later` : ', at the same time'
}
