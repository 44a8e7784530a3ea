/** What the environment names to be looked after, asked as a diagnosis would ask it: nothing is changed there. */
import type { TargetDatabases } from '../../ports/database.ts'
import { createClusterHealth } from '../cluster/cluster-health.ts'
import { reasonOf } from '../store/reason-of.ts'
import { type Trial, TrialFailed } from './trial.ts'

export type Targets = {
  databases: Pick<TargetDatabases, 'names' | 'read'>
  cluster: Parameters<typeof createClusterHealth>[0]['cluster']
}

type Tried = Targets & { signal: AbortSignal }

/** By their names in the environment; undefined where nothing is set that could be tried. */
export const TARGET_TRIALS = { TARGET_DATABASES: tryDatabases, KUBECONFIG: tryCluster } as const

export type TargetKey = keyof typeof TARGET_TRIALS

function tryDatabases({ databases, signal }: Tried): Trial | undefined {
  const names = databases.names()
  if (names.length === 0) return undefined
  return {
    tried: `Asked ${names.join(', ')} for 1, with the role that looks.`,
    ask: async () => {
      const asked = names.map((name) =>
        databases.read(name, 'SELECT 1', [], signal).then(
          () => [],
          (error) => [`${name}: ${reasonOf(error)}`],
        ),
      )
      const failed = (await Promise.all(asked)).flat()
      if (failed.length > 0) throw new TrialFailed(failed.join(' '))
      return names.length === 1 ? 'It answered.' : `All ${names.length} answered.`
    },
  }
}

function tryCluster({ cluster }: Tried): Trial {
  return {
    tried: 'Asked the cluster for the namespace default, with the account that looks.',
    ask: async () => {
      const { status, warnings } = await createClusterHealth({ cluster, isNamed: true })()
      if (status !== 'connected') throw new TrialFailed(warnings.join(' '))
      return 'It let us in.'
    },
  }
}
