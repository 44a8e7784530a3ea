/** Who used to read a replication slot, as far as people or names tell. */
import type { KnownService } from '../../../../guidance/environment/environment-map.ts'
import type { ClusterScene, PodView, Shown } from '../../cluster/cluster-scene.ts'

export type SlotReader = {
  slot: string
  /** As people know it. */
  service: KnownService | undefined
  pod: Shown<PodView> | undefined
  /** What was seen where it runs. */
  cluster: ClusterScene
}
