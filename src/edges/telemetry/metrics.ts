import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../store/database.ts'

export type Metrics = {
  contentType: string
  expose(): Promise<string>
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void
  watchPool(database: Database): void
}

/** Process, event loop and HTTP figures. A registry of its own, so that two services in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'firebreak_http_request_duration_seconds',
    help: 'Time from a request to its answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    expose: () => registry.metrics(),
    countRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    watchPool: (database) => watchPool(registry, database),
  }
}

function watchPool(registry: Registry, database: Database): void {
  new Gauge({
    name: 'firebreak_database_connections',
    help: 'Connections of the pool to the relational store, by state; `waiting` counts callers without one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { total, idle, waiting } = database.connections()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}
