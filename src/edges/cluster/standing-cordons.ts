/**
 * Nodes we have closed to new pods and that are closed still: a cordon does not go away by itself, so each is named with
 * its way back until somebody has taken it back. Whether it stands is read from the node, at most every ten seconds.
 */
import { type Cluster, ClusterRefusal } from '../../ports/cluster.ts'
import { NotConfigured } from '../../ports/not-configured.ts'

type OwnCordon = { node: string; incidentId: string; at: Date }

type Parts = {
  own: () => Promise<readonly OwnCordon[]>
  cluster: Pick<Cluster, 'get'>
  monotonicMs?: () => number
}

const FRESH_FOR_MS = 10_000
const PATIENCE_MS = 3_000

export function createStandingCordons({ own, cluster, monotonicMs = () => performance.now() }: Parts) {
  let last: { at: number; warnings: Promise<readonly string[]> } | undefined
  const look = async () => {
    const warnings = (await own()).map((cordon) => warningOf(cordon, cluster))
    return (await Promise.all(warnings)).flatMap((warning) => warning ?? [])
  }
  return (): Promise<readonly string[]> => {
    if (!last || monotonicMs() - last.at > FRESH_FOR_MS) last = { at: monotonicMs(), warnings: look() }
    return last.warnings
  }
}

async function warningOf(cordon: OwnCordon, cluster: Parts['cluster']): Promise<string | undefined> {
  const { node, incidentId, at } = cordon
  const closed = await isClosed(node, cluster)
  if (closed === false) return undefined
  const state = closed ? 'is closed to new pods' : 'may still be closed to new pods (it cannot be read now)'
  return `Node ${node} ${state} since incident ${incidentId} closed it at ${at.toISOString()}. The way back: kubectl uncordon ${node}.`
}

/** Undefined where it cannot be seen; a node that is gone is not closed any more. */
async function isClosed(name: string, cluster: Parts['cluster']): Promise<boolean | undefined> {
  try {
    const node = await cluster.get({ kind: 'Node', name }, AbortSignal.timeout(PATIENCE_MS))
    const spec = node?.spec as { unschedulable?: boolean } | undefined
    return spec?.unschedulable === true
  } catch (error) {
    const isTooLate = error instanceof Error && error.name === 'TimeoutError'
    if (error instanceof ClusterRefusal || error instanceof NotConfigured || isTooLate) return undefined
    throw error
  }
}
