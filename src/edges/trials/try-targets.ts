/** What the environment names to be looked after, asked as a diagnosis would ask it: nothing is changed there. */
import { ClusterRefusal } from '../../ports/cluster.ts'
import type { TargetDatabases } from '../../ports/database.ts'
import { NotConfigured } from '../../ports/not-configured.ts'
import { createClusterHealth } from '../cluster/cluster-health.ts'
import { reasonOf } from '../store/reason-of.ts'
import { type Trial, TrialFailed } from './trial.ts'

export type Targets = {
  /** What is written among the databases and cannot be read, in a sentence each. */
  unread: readonly string[]
  databases: Pick<TargetDatabases, 'names' | 'read'>
  cluster: Parameters<typeof createClusterHealth>[0]['cluster']
  isClusterNamed: boolean
}

type Tried = Targets & { signal: AbortSignal; seconds: number }

/** By their names in the environment; undefined where nothing is set that could be tried. */
export const TARGET_TRIALS = { TARGET_DATABASES: tryDatabases, KUBECONFIG: tryCluster } as const

export type TargetKey = keyof typeof TARGET_TRIALS

function tryDatabases({ databases, unread, signal, seconds }: Tried): Trial | undefined {
  const names = databases.names()
  if (names.length === 0 && unread.length === 0) return undefined
  const ask = async (name: string): Promise<string[]> => {
    try {
      await Promise.race([databases.read(name, 'SELECT 1', [], signal), tooLate(signal)])
      return []
    } catch (error) {
      return [error === TOO_LATE ? `Database ${name}: nothing, within ${seconds} s.` : reasonOf(error)]
    }
  }
  return {
    tried: names.length === 0 ? 'Asked nobody.' : `Asked ${names.join(', ')} for 1, with the role that looks.`,
    ask: async () => {
      const failed = [...unread, ...(await Promise.all(names.map(ask))).flat()]
      if (failed.length > 0) throw new TrialFailed(failed.join(' '))
      return names.length === 1 ? 'It answered.' : `All ${names.length} answered.`
    },
  }
}

/** Thrown by the clock: who hangs while a session begins does not hear the signal. */
const TOO_LATE = new Error('too late')

function tooLate(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(TOO_LATE)
    signal.addEventListener('abort', () => reject(TOO_LATE), { once: true })
  })
}

function tryCluster({ cluster, isClusterNamed }: Tried): Trial {
  return {
    tried: 'Asked the cluster for the namespace default, with the account that looks.',
    ask: async () => {
      const { status, warnings } = await createClusterHealth({
        cluster: { get: notAsNobody(cluster) },
        isNamed: isClusterNamed,
      })()
      if (status === 'not_configured') throw new NotConfigured('To try it, set KUBECONFIG.')
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
