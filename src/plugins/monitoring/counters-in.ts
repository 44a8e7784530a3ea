/**
 * Which metrics of an answer only ever count, as the server knows from whoever exports them. Their names tell it by custom
 * alone: `pg_stat_database_xact_commit` counts, and a queue that grows for an hour does not.
 */
import type { Metrics, MetricsAnswer, Sample } from '../../ports/metrics.ts'
import { isCounterByName } from './counter-names.ts'

type Asking = { metrics: Metrics; signal: AbortSignal }

/** Asked only where something looks as if it might: not every server of the kind can tell. */
export async function countersIn({ series }: MetricsAnswer, query: string, asking: Asking): Promise<Set<string>> {
  const growing = series.filter(({ values }) => mayCount(values))
  const names = new Set(growing.flatMap(({ metric }) => metric.__name__ ?? wordsOf(query)))
  const unknown = [...names].filter((name) => !isCounterByName(name))
  if (unknown.length === 0) return new Set()
  const kinds = await asking.metrics.kindsOf(unknown, asking.signal).catch(() => new Map<string, string>())
  return new Set(unknown.filter((name) => kinds.get(name) === 'counter'))
}

/** It rises, and where it falls it begins anew. */
function mayCount(values: readonly Sample[]): boolean {
  const figures = values.map(([, value]) => Number(value))
  const steps = figures.slice(1).map((figure, at) => [figures[at] ?? figure, figure] as const)
  const isGrowing = steps.some(([before, after]) => after > before)
  return isGrowing && steps.every(([before, after]) => after >= before || after < before / 2)
}

/** What was computed bears no name of its own; whose figure it is stands in the question. */
function wordsOf(query: string): string[] {
  return query.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/[a-zA-Z_:][\w:]*/g) ?? []
}
