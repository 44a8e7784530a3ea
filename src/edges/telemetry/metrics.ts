import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Cost } from '../../guidance/settings/model-prices.ts'
import type { ModelUsage } from '../../ports/language-model.ts'
import type { Database } from '../store/database.ts'
import type { StoreFigures } from '../store/figure-records.ts'
import { registerStoreMetrics } from './store-metrics.ts'

type Pool = Pick<Database, 'connections'>

export type Metrics = {
  contentType: string
  expose(): Promise<string>
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void
  countAlert(source: string, outcome: string): void
  countCallback(outcome: string): void
  countModelTurn(turn: { outcome: string; seconds: number; usage?: ModelUsage; cost?: Cost }): void
  /** Policy's own words for why it refused an action. */
  countRefusal(reason: string): void
  /** A run carried on for an instance that is gone. */
  countRecovery(kind: string): void
  /** The thread that diagnoses ended without being asked. */
  countThreadLost(): void
  watchPool(pool: Pool): void
  watchReaders(count: () => number): void
  watchStore(read: () => Promise<StoreFigures>): void
}

/** A sender may call itself anything; a label must not grow without bound. */
const KNOWN_SOURCES = new Set(['alert_bot', 'alertmanager', 'grafana', 'monitor', 'api', 'unknown'])

/** Gauges the library names like counters; each is only the sum of the one without `_total`, which stays. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Process, event loop and HTTP figures. A registry of its own, so that two services in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const requests = new Histogram({
    name: 'firebreak_http_request_duration_seconds',
    help: 'Time from a request to its answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const alerts = new Counter({
    name: 'firebreak_alerts_total',
    help: 'Alerts that arrived, by source and by what became of them.',
    labelNames: ['source', 'outcome'] as const,
    registers: [registry],
  })
  const callbacks = new Counter({
    name: 'firebreak_chat_callbacks_total',
    help: 'Callbacks of the chat platform, by what they turned out to be or why they were refused.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'firebreak_policy_refusals_total',
    help: 'Actions that policy refused on this instance, by reason; a plan is judged when it is made and again before it runs.',
    labelNames: ['reason'] as const,
    registers: [registry],
  })
  const recoveries = new Counter({
    name: 'firebreak_workflow_recoveries_total',
    help: 'Runs this instance carried on for an instance that was gone, by kind.',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  const threadsLost = new Counter({
    name: 'firebreak_work_threads_lost_total',
    help: 'How often the thread that diagnoses ended unexpectedly on this instance; it was started again each time.',
    registers: [registry],
  })
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    expose: () => registry.metrics(),
    countRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    countAlert: (source, outcome) => alerts.inc({ source: KNOWN_SOURCES.has(source) ? source : 'other', outcome }),
    countCallback: (outcome) => callbacks.inc({ outcome }),
    countModelTurn: modelCounter(registry),
    countRefusal: (reason) => refusals.inc({ reason }),
    countRecovery: (kind) => recoveries.inc({ kind }),
    countThreadLost: () => threadsLost.inc(),
    watchPool: (pool) => watchPool(registry, pool),
    watchReaders: (count) => watchReaders(registry, count),
    watchStore: (read) => registerStoreMetrics(registry, read),
  }
}

/** An outcome is one of a few words, so that its label stays small. */
function modelCounter(registry: Registry): Metrics['countModelTurn'] {
  const turns = new Histogram({
    name: 'firebreak_model_turn_duration_seconds',
    help: 'Time a turn of the language model took, by what became of it: answered, refused, or why none came.',
    labelNames: ['outcome'] as const,
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'firebreak_model_errors_total',
    help: 'Turns of the language model that brought no answer, by reason.',
    labelNames: ['reason'] as const,
    registers: [registry],
  })
  const tokens = new Counter({
    name: 'firebreak_model_tokens_total',
    help: 'Tokens of the language model; cached ones are among the input.',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  const costs = new Counter({
    name: 'firebreak_model_cost_total',
    help: 'What turns of the language model cost by LLM_PRICES, in its currency; turns without a price are not in it.',
    labelNames: ['currency'] as const,
    registers: [registry],
  })
  return ({ outcome, seconds, usage, cost }) => {
    turns.observe({ outcome }, seconds)
    if (cost) costs.inc({ currency: cost.currency }, cost.amount)
    if (outcome !== 'answered') errors.inc({ reason: outcome })
    if (!usage) return
    tokens.inc({ kind: 'input' }, usage.inputTokens)
    tokens.inc({ kind: 'cached_input' }, usage.cachedInputTokens)
    tokens.inc({ kind: 'output' }, usage.outputTokens)
  }
}

function watchPool(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'firebreak_database_connections',
    help: 'Connections of this instance to the relational store, by state; `waiting` counts callers without one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting } = pool.connections()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

function watchReaders(registry: Registry, count: () => number): void {
  new Gauge({
    name: 'firebreak_stream_readers',
    help: 'Open event streams on this instance.',
    registers: [registry],
    collect() {
      this.set(count())
    },
  })
}
