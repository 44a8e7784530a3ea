/**
 * Everything an analyzer may look at: who the alert is about, what people told us, and what the plugins saw, each part in
 * the words of its domain. A part is undefined where it does not concern the alert or could not be seen.
 */
import type { EnvironmentMap } from '../../guidance/environment/environment-map.ts'
import type { KnownEntry } from '../incident/diagnosis.ts'
import type { ClusterScene } from './cluster/cluster-scene.ts'
import type { AlertTopic } from './database/asking/alert-topics.ts'
import type { DatabaseScene } from './database/database-scene.ts'
import type { Evidence, Exhibit } from './evidence.ts'
import { ownerName } from './lenses/entity-of.ts'
import type { SignalScene } from './signals/signal-scene.ts'
import type { Subject } from './subject.ts'

export type Scene = {
  now: Date
  subject: Subject
  environment: EnvironmentMap
  cluster?: ClusterScene
  database?: DatabaseScene
  /** Metrics, central logs and the error tracker. */
  signals?: SignalScene
  /** Whom a person's note means, and the subject without what the note adds: gates go by that. */
  noted?: { names: readonly string[]; stated: Subject }
  /** What people wrote down that matches. */
  known?: readonly KnownEntry[]
  /** Who fails beside the alert and is tied to it by nothing; known once the findings are. */
  strangers?: readonly Stranger[]
  exhibits: readonly Exhibit[]
}

// What one who looks is handed: whom the alert is about, a way to ask, and what others saw before.

export type Observation = {
  now: Date
  subject: Subject
  environment: EnvironmentMap
  evidence: Evidence
  /** What was seen so far. */
  scene: Scene
  /** What a database should be asked about, where the complaints of those around the alert end at one. */
  led?: readonly AlertTopic[]
  /** Nothing leads to a database, and there are calls left: what holds everybody up may leave no word of itself. */
  isLastLook?: boolean
}

// Who fails beside the alert while nothing ties him to it: what he began says nothing of it, and no step of it touches him.

type Stranger = { kind: string; namespace?: string; name: string }

/** He himself, or a pod that bears his name as its controller makes it. */
export function isStranger(
  { strangers = [] }: { strangers?: readonly Stranger[] },
  name: string,
  namespace?: string,
): boolean {
  return strangers.some(
    (one) =>
      (namespace === undefined || one.namespace === namespace) &&
      (name === one.name ||
        ownerName(name) === one.name ||
        (name.startsWith(`${one.name}-`) && IS_POD.test(name.slice(one.name.length)))),
  )
}

const IS_POD = /^-(?:\d{1,3}|[bcdfghjklmnpqrstvwxz2456789]{5})$/
