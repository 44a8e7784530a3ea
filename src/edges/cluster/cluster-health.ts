/** Whether the cluster answers the account that looks: asked at most once a minute. */
import { type Cluster, ClusterRefusal } from '../../ports/cluster.ts'
import { NotConfigured } from '../../ports/not-configured.ts'

export type ClusterHealth = { status: 'connected' | 'disconnected' | 'not_configured'; warnings: readonly string[] }

type Parts = {
  cluster: Pick<Cluster, 'get'>
  /** Whether somebody named a cluster; one that was named and cannot be used is no cluster left out. */
  isNamed: boolean
  monotonicMs?: () => number
}

const FRESH_FOR_MS = 60_000
const PATIENCE_MS = 3_000
const CONNECTED: ClusterHealth = { status: 'connected', warnings: [] }

export function createClusterHealth({
  cluster,
  isNamed,
  monotonicMs = () => performance.now(),
}: Parts): () => Promise<ClusterHealth> {
  let last: { at: number; health: Promise<ClusterHealth> } | undefined
  return () => {
    const isFresh = last !== undefined && monotonicMs() - last.at <= FRESH_FOR_MS
    if (!last || !isFresh) last = { at: monotonicMs(), health: look(cluster, isNamed) }
    return last.health
  }
}

async function look(cluster: Parts['cluster'], isNamed: boolean): Promise<ClusterHealth> {
  try {
    await cluster.get({ kind: 'Namespace', name: 'default' }, AbortSignal.timeout(PATIENCE_MS))
    return CONNECTED
  } catch (error) {
    if (error instanceof NotConfigured && !isNamed) return { status: 'not_configured', warnings: [] }
    // Who is told that this very namespace is none of their business has been recognised.
    if (error instanceof ClusterRefusal && error.status === 403) return CONNECTED
    return { status: 'disconnected', warnings: [`The Kubernetes cluster cannot be used: ${sentenceOf(error)}`] }
  }
}

function sentenceOf(error: unknown): string {
  const isTooLate = error instanceof Error && error.name === 'TimeoutError'
  return isTooLate ? `no answer within ${PATIENCE_MS / 1000} seconds.` : (error as Error).message
}
