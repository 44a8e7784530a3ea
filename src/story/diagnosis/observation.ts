/** What one who looks is handed: whom the alert is about, a way to ask, and what others saw before. */
import type { EnvironmentMap } from '../../guidance/environment/environment-map.ts'
import type { AlertTopic } from './database/asking/alert-topics.ts'
import type { Evidence } from './evidence.ts'
import type { Scene } from './scene.ts'
import type { Subject } from './subject.ts'

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
