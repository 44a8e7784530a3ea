/**
 * The beginning of every trace: the alert that opened the incident. One that joins is counted by the metrics and told
 * nowhere else, because a storm of them must not crowd out the rest.
 */
import type { Traces } from '../../ports/traces.ts'
import type { Accepted, AlertStore } from './alert-store.ts'

const NAMES = { opened: 'alert', cleared: 'alert cleared' } as const

export function traceAlerts(alerts: AlertStore, traces: Traces): AlertStore {
  const tell = ({ incidentId, outcome }: Accepted, seconds: number) => {
    if (outcome !== 'opened' && outcome !== 'cleared') return
    traces.tell(incidentId, { name: NAMES[outcome], facts: { outcome }, seconds })
  }
  return {
    async accept(group, patience) {
      const began = performance.now()
      const accepted = await alerts.accept(group, patience)
      const seconds = (performance.now() - began) / 1000
      for (const one of accepted) tell(one, seconds)
      return accepted
    },
  }
}
