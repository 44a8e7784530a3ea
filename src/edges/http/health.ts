/** What /healthz and /api/status say. Both answer at once and without asking a store that may be away. */
import type { ModelHealth } from '../../ports/language-model.ts'
import type { Signals } from '../../ports/signals.ts'
import type { ChatHealth } from '../chat/chat-health.ts'
import type { ClusterHealth } from '../cluster/cluster-health.ts'
import type { Health, Status } from './contract/system.ts'
import type { Phase } from './drain.ts'
import { VERSION } from './version.ts'

type Counts = { activeIncidents: number; pendingApprovals: number }

type HealthParts = {
  phase: () => Phase
  isStoreConnected: () => boolean
  /** Why the store cannot be written to although it answers. */
  writeRefusal: () => string | undefined
  signals: Pick<Signals, 'status'>
  model: ModelHealth
  chat: () => Promise<ChatHealth>
  cluster: () => Promise<ClusterHealth>
  targetDatabases: () => number
  counts: () => Promise<Counts>
  pluginsLoaded: () => number
  isSandboxed: () => Promise<boolean>
  audit: () => Promise<{ head: { seq: string; hash: string }; brokenAt: string | undefined }>
  warnings: () => Promise<readonly string[]>
}

/** As long as none could be read: the contract knows whole numbers only, and a warning says what these are worth. */
const UNKNOWN_COUNTS: Counts = { activeIncidents: 0, pendingApprovals: 0 }

/** The store is away, and with it all we know of the chat. */
const UNKNOWN_CHAT: ChatHealth = { status: 'disconnected', warnings: [] }

export function createHealth(parts: HealthParts) {
  const startedAt = performance.now()
  const uptime = () => Math.floor((performance.now() - startedAt) / 1000)
  const readCounts = keepLast(parts.counts)
  return {
    health: (): Health => ({ status: healthOf(parts), version: VERSION, uptime: uptime() }),
    status: async (): Promise<Status> => {
      // Begun first, because others are waited for as well.
      const asking = parts.cluster()
      const isConnected = parts.isStoreConnected()
      // A count that cannot be read must not take the whole page with it: the reader is looking for what is broken.
      const counts = await readCounts(isConnected)
      const chat = await parts.chat().catch(() => UNKNOWN_CHAT)
      const cluster = await asking
      return {
        status: parts.phase() === 'draining' ? 'draining' : 'running',
        version: VERSION,
        uptime: uptime(),
        active_incidents: counts.activeIncidents,
        pending_approvals: counts.pendingApprovals,
        plugins_loaded: parts.pluginsLoaded(),
        llm_status: await parts.model.status().catch(() => 'disconnected' as const),
        database_status: isConnected ? 'connected' : 'disconnected',
        database_writable: isConnected && parts.writeRefusal() === undefined,
        redis_status: parts.signals.status(),
        chat_status: chat.status,
        cluster_status: cluster.status,
        target_databases: parts.targetDatabases(),
        sandbox: (await parts.isSandboxed()) ? 'on' : 'off',
        audit_head: await headOf(parts),
        warnings: [
          ...absenceWarnings(isConnected, counts),
          ...writeWarnings(parts.writeRefusal()),
          ...(await parts.warnings()),
          ...chat.warnings,
          ...cluster.warnings,
        ],
      }
    },
  }
}

type Reading = Counts & { isCurrent: boolean; isKnown: boolean }

/** What was read last stands for what cannot be read now, which is nearer the truth than nothing. */
function keepLast(read: () => Promise<Counts>): (isConnected: boolean) => Promise<Reading> {
  let last: Counts | undefined
  return async (isConnected) => {
    const now = isConnected ? await read().catch(() => undefined) : undefined
    last = now ?? last
    return { ...(last ?? UNKNOWN_COUNTS), isCurrent: now !== undefined, isKnown: last !== undefined }
  }
}

function absenceWarnings(isConnected: boolean, { isCurrent, isKnown }: Reading): string[] {
  if (isCurrent) return []
  const figures = isKnown ? 'are those that were read last' : 'are not known, and 0 stands for that'
  const why = isConnected
    ? 'Incidents cannot be counted'
    : 'The relational store does not answer, so alerts are refused'
  return [`${why}; active_incidents and pending_approvals ${figures}.`]
}

async function headOf({ audit, isStoreConnected }: HealthParts): Promise<Status['audit_head']> {
  if (!isStoreConnected()) return null
  return audit().then(
    ({ head: { seq, hash }, brokenAt }) => ({ seq, hash, is_intact: brokenAt === undefined }),
    () => null,
  )
}

function writeWarnings(reason: string | undefined): string[] {
  if (reason === undefined) return []
  return [`The relational store can be read but not written to, so every alert is refused: ${reason}.`]
}

/** Whoever cannot store an alert should not be sent one, whatever the reason. */
function healthOf({ phase, isStoreConnected, writeRefusal, signals }: HealthParts): Health['status'] {
  if (phase() !== 'running' || !isStoreConnected() || writeRefusal() !== undefined) return 'unhealthy'
  return signals.status() === 'disconnected' ? 'degraded' : 'healthy'
}
