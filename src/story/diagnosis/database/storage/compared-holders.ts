/** The oldest of every source of old snapshots side by side, so that nobody has to look for another one. */
import { citeField } from '../../evidence.ts'
import type { Finding } from '../../finding.ts'
import type { DatabaseScene } from '../database-scene.ts'
import type { SnapshotHolder } from './dead-rows.ts'
import { isStandby, nameOf } from './holder-words.ts'

const SOURCES: readonly { word: string; isOf: (holder: SnapshotHolder) => boolean }[] = [
  { word: 'sessions', isOf: (holder) => holder.kind === 'session' && !isStandby(holder) },
  { word: 'standbys', isOf: isStandby },
  { word: 'replication slots', isOf: ({ kind }) => kind === 'replication slot' },
  { word: 'prepared transactions', isOf: ({ kind }) => kind === 'prepared transaction' },
]

export function comparedHolders({ bloat }: Pick<DatabaseScene, 'bloat'>): Finding['facts'] {
  if (!bloat) return []
  const { snapshot_holders } = bloat.thing
  const [oldest] = snapshot_holders
  if (!oldest) return []
  const ages = SOURCES.map(({ word, isOf }) => {
    const first = snapshot_holders.find(isOf)
    return `${word} ${first ? `${first.xmin_age} (${nameOf(first)})` : 'none'}`
  })
  return [
    {
      text: `The oldest snapshots compared, in transactions back: ${ages.join(', ')}.`,
      evidence: [citeField(bloat.exhibit, 'xmin_age', oldest.xmin_age)],
    },
  ]
}
