/** A set whose update is not complete because its own strategy waits for a person, while nothing fails. */
import type { SetView } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import {
  HELD_BECAUSE,
  type Holding,
  holdingOf,
  namesOf,
  type SetBehind,
  setsBehind,
} from '../../cluster/releases/set-behind.ts'
import { sayAgo, sayMany } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault } from '../cluster-fault.ts'

export const setHeldBack: Analyzer = (scene) =>
  setsBehind(scene.cluster).flatMap((behind) => {
    const isWell = [...behind.older, ...behind.newest].every(({ isReady }) => isReady)
    const [holding, ...others] = new Set(behind.older.map((pod) => holdingOf(behind, pod)))
    return isWell && holding !== undefined && others.length === 0 ? [heldBack(scene, behind, holding)] : []
  })

function heldBack({ now }: Scene, { workload, history, older, set }: SetBehind, holding: Holding): Finding {
  const revision = `revision ${history.newest.revision}`
  const changes = sayChanges(history.change?.differences ?? [])
  const when = history.rolledOutAt ? ` of ${sayAgo(history.rolledOutAt, now)}` : ''
  return fault({
    kind: 'set_held_back',
    statement: `${workload.kind} ${workload.namespace}/${workload.name} is not updated to the end, though all its pods are ready: ${sayMany(older.length, 'pod')} (${namesOf(older)}) of ${set.replicas} ${older.length === 1 ? 'does' : 'do'} not have ${revision}${when} yet, because ${HELD_BECAUSE[holding]}${holding === 'partition' ? ` (partition ${set.partition})` : ''}.${changes ? ` What ${revision} changes: ${changes}.` : ''}`,
    evidence: [cite(set.exhibit, quoteOf(set, holding))],
    confidence: 0.75,
    situation: 'works_as_designed',
    subject: workload,
    explains: ['recovered'],
    ...noAction('The update waits for a person by its own strategy, and all pods are ready.'),
    suggestions: [
      holding === 'OnDelete'
        ? `Delete the pods that are to have ${revision} one by one (${namesOf(older)}), or change the update strategy of ${workload.name}.`
        : `Lower the partition of ${workload.name} when the other pods are to have ${revision}.`,
    ],
  })
}

function quoteOf({ partition }: SetView, holding: Holding): string {
  return holding === 'OnDelete' ? '"OnDelete"' : `"partition":${partition}`
}
