/** What passes between the thread that serves and the one that works. */
import type { Environment } from '../../guidance/settings/environment.ts'
import type { Topic } from '../../ports/signals.ts'
import type { ModelPlace } from '../model/model-health.ts'
import type { Database } from '../store/database.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export type Beginning = {
  environment: Environment
  instanceId: string
  /** Who had the work before and is known to be gone: what he left need not wait for his lease to run out. */
  predecessor: string | undefined
  /** Where the service listens. */
  port: number | undefined
}

/** `plugins`: those of the customer have changed. */
export type ToWork = { kind: 'nudge' | 'plugins' | 'stop' } | { kind: 'hint'; topic: Topic }

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type Connections = ReturnType<Database['connections']>
type ModelTurn = Parameters<Metrics['countModelTurn']>[0]

export type FromWork =
  | { kind: 'ready' }
  | { kind: 'hint'; topic: Topic }
  | { kind: 'log'; level: LogLevel; fields: Record<string, unknown>; sentence: string }
  | { kind: 'refusal'; reason: string }
  | { kind: 'recovery'; run: string }
  | { kind: 'turn'; turn: ModelTurn }
  | { kind: 'model'; place: ModelPlace; hasAnswered: boolean }
  | { kind: 'connections'; connections: Connections }

export type Say = (word: FromWork) => void
