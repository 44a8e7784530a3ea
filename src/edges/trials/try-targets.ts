/** What the environment names to be looked after, asked as a diagnosis would ask it: nothing is changed there. */
import { ClusterRefusal } from '../../ports/cluster.ts'
import type { TargetDatabases } from '../../ports/database.ts'
import { createClusterHealth } from '../cluster/cluster-health.ts'
import { reasonOf } from '../store/reason-of.ts'
import { type Trial, TrialFailed } from './trial.ts'

export type Targets = {
  /** What is written among the databases and cannot be read, in a sentence each. */
  unread: readonly string[]
  databases: Pick<TargetDatabases, 'names' | 'read'>
  cluster: Parameters<typeof createClusterHealth>[0]['cluster']
}

type Tried = Targets & { signal: AbortSignal }

/** By their names in the environment; undefined where nothing is set that could be tried. */
export const TARGET_TRIALS = { TARGET_DATABASES: tryDatabases, KUBECONFIG: tryCluster } as const

export type TargetKey = keyof typeof TARGET_TRIALS

function tryDatabases({ databases, unread, signal }: Tried): Trial | undefined {
  const names = databases.names()
  if (names.length === 0 && unread.length === 0) return undefined
  return {
    tried: `Asked ${names.join(', ')} for 1, with the role that looks.`,
    ask: async () => {
      const asked = names.map((name) =>
        databases.read(name, 'SELECT 1', [], signal).then(
          () => [],
          (error) => [reasonOf(error)],
        ),
      )
      const failed = [...unread, ...(await Promise.all(asked)).flat()]
      if (failed.length > 0) throw new TrialFailed(failed.join(' '))
      return names.length === 1 ? 'It answered.' : `All ${names.length} answered.`
    },
  }
}

function tryCluster({ cluster }: Tried): Trial {
  return {
    tried: 'Asked the cluster for the namespace default, with the account that looks.',
    ask: async () => {
      const { status, warnings } = await createClusterHealth({
        cluster: { get: notAsNobody(cluster) },
        isNamed: true,
      })()
      if (status !== 'connected') throw new TrialFailed(warnings.join(' '))
      return 'It let us in.'
    },
  }
}

/** Who may not read this very namespace is known there, unless the cluster took him for nobody. */
function notAsNobody(cluster: Targets['cluster']): Targets['cluster']['get'] {
  return async (...asked) => {
    try {
      return await cluster.get(...asked)
    } catch (error) {
      const isNobody = error instanceof ClusterRefusal && error.message.includes('system:anonymous')
      throw isNobody ? new TrialFailed(error.message) : error
    }
  }
}
