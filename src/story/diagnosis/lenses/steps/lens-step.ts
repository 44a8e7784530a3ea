/**
 * Steps that need no fault's name, whoever concluded: clear away what merely takes room, undo what was changed right before
 * the trouble, replace the one that alone differs or still holds what was replaced, end the transaction that began with it, close the host
 * that differs, add hands where all are full. Each is only wanted: the plugin's own gate judges it, and where none fits a person is told in words.
 */
import type { Scene } from '../../scene.ts'
import type { Seen } from '../look-through.ts'
import { clearedRecords } from './cleared-records.ts'
import { moreHands } from './more-hands.ts'
import { oddNode } from './odd-node.ts'
import { oddReplica } from './odd-replica.ts'
import { oldReading } from './old-reading.ts'
import { oldTransaction } from './old-transaction.ts'
import type { LensStep, Sight } from './sight.ts'
import { undoneChange } from './undone-change.ts'

const WAYS: readonly ((sight: Sight) => LensStep | undefined)[] = [
  clearedRecords,
  oddReplica,
  undoneChange,
  oldReading,
  oldTransaction,
  oddNode,
  moreHands,
]

export function lensStep(scene: Scene, seen: Seen, heard: Sight['heard']): LensStep | undefined {
  const { cluster } = scene
  if (!cluster) return undefined
  for (const way of WAYS) {
    const step = way({ scene, cluster, seen, heard })
    if (step) return step
  }
  return undefined
}
