/** What the alerts of an incident say of itself, as values for the parameters of plugins; what is known elsewhere follows. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Offers } from '../../../parts/schema-form.tsx'

/** A parameter that is spelled otherwise than the label that fills it. */
const LABEL_OF: Readonly<Record<string, string>> = { pod_name: 'pod', node_name: 'node' }
const PARAMETERS = ['namespace', 'pod_name', 'pod', 'deployment', 'node', 'node_name', 'database', 'container']

export function offersOf({ alerts }: Pick<IncidentDetail, 'alerts'>, known: Offers): Offers {
  const named = PARAMETERS.map((name): [string, string[]] => {
    const said = alerts.flatMap(({ labels }) => labels[LABEL_OF[name] ?? name] ?? [])
    return [name, [...new Set([...said, ...(known[name] ?? [])])]]
  })
  return { ...known, ...Object.fromEntries(named) }
}
