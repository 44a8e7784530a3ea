/** A step that the facts bear out, and what it was read from. */
import type { StepObject } from '../../../../plugins/gate.ts'
import type { WantedAction } from '../../../incident/wanted-step.ts'
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import type { Scene } from '../../scene.ts'
import type { Seen } from '../look-through.ts'

export type LensStep = {
  action: WantedAction
  /** The object that the facts show at fault. */
  atFault: StepObject
  /** What ties it to the alert, where the facts do though no label does. */
  tie?: string
}

/** `isAcquitted` where a rule has found that his release did not do it; `replicaChangeMax` as people have set it. */
type Heard = { isAcquitted: (released: string) => boolean; replicaChangeMax: number }

export type Sight = { scene: Scene; cluster: ClusterScene; seen: Seen; heard: Heard }
