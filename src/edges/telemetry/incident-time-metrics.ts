/** How long incidents took: histograms that the store fills, where the library's own could only observe. */
import type { Registry } from 'prom-client'
import { type IncidentTimes, TIME_BUCKETS, TIME_MEASURES } from '../store/incident-time-records.ts'

type Measure = keyof IncidentTimes

const HELP: Readonly<Record<Measure, string>> = {
  diagnosis: 'Time from an incident to its first diagnosis.',
  decision: 'Time from the question for a decision to the decision.',
  resolution: 'Time from an incident to its end as resolved.',
}

/** Undefined while the store is away: then there is nothing to tell. */
export function registerIncidentTimes(registry: Registry, read: () => Promise<IncidentTimes | undefined>): void {
  for (const measure of TIME_MEASURES) {
    const about = { name: `firebreak_incident_time_to_${measure}_seconds`, help: HELP[measure], type: 'histogram' }
    const get = async () => {
      const times = await read()
      return { ...about, values: times ? valuesOf(about.name, times[measure]) : [] }
    }
    // All the registry asks of a metric is its name and what it says now.
    registry.registerMetric({ ...about, get } as never)
  }
}

function valuesOf(name: string, { counts, seconds }: IncidentTimes[Measure]) {
  let total = 0
  const buckets = TIME_BUCKETS.map((bound) => {
    total += counts.get(bound) ?? 0
    const le = bound === Infinity ? '+Inf' : String(bound)
    return { metricName: `${name}_bucket`, labels: { le }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: {}, value: seconds },
    { metricName: `${name}_count`, labels: {}, value: total },
  ]
}
