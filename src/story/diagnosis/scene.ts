/**
 * Everything an analyzer may look at: who the alert is about, what people told us, and what the plugins saw, each part in
 * the words of its domain. A part is undefined where it does not concern the alert or could not be seen.
 */
import type { EnvironmentMap } from '../../guidance/environment/environment-map.ts'
import type { KnownEntry } from '../incident/diagnosis.ts'
import type { ClusterScene } from './cluster/cluster-scene.ts'
import type { DatabaseScene } from './database/database-scene.ts'
import type { Exhibit } from './evidence.ts'
import type { SignalScene } from './signals/signal-scene.ts'
import type { Stranger } from './stranger.ts'
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
