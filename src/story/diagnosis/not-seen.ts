/** What could not be looked at, in words for people. */
import { isDatabaseInQuestion } from './database/asking/points-to-database.ts'
import { isNotConfigured } from './database/read-database-scene.ts'
import type { Exhibit } from './evidence.ts'
import type { Scene } from './scene.ts'

/** A tool that failed is a place nobody has looked. Several that failed for one reason are told with it, once. */
export function notSeen(scene: Scene): string[] {
  const { exhibits, subject } = scene
  const failed = exhibits.filter((exhibit) => !exhibit.result.success && isWorthTelling(exhibit, scene))
  const byReason = Map.groupBy(failed, ({ result }) => result.error ?? result.message ?? 'failed')
  const reasons = [...byReason].map(([reason, those]) => {
    const plugins = new Set(those.map(({ plugin }) => plugin))
    return `${[...plugins].join(', ')}: ${reason}`
  })
  return [...uncompared(subject), ...reasons].slice(0, 10)
}

/** Where no database is in question, that none is known to us is nobody's concern. */
function isWorthTelling(exhibit: Exhibit, scene: Scene): boolean {
  return !isNotConfigured(exhibit) || isDatabaseInQuestion(scene)
}

function uncompared({ uncomparedCluster }: Scene['subject']): string[] {
  if (uncomparedCluster === undefined) return []
  return [
    `The alert names cluster ${uncomparedCluster}, and nobody told Firebreak what its own cluster is called, so the two could not be compared; the alert counts as one of its own. Set CLUSTER_NAME, or infrastructure.cluster in the environment context.`,
  ]
}
