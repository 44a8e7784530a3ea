/** What the alerts of an incident say of itself, as values for the parameters of plugins; what is known elsewhere follows. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { PluginItem } from '@contract/plugin.ts'
import { fieldsOf, type Offers, type SchemaField, type Typed } from '../../../parts/schema-fields.ts'

/** A parameter that is spelled otherwise than the label that fills it. */
const LABEL_OF: Readonly<Record<string, string>> = { pod_name: 'pod', node_name: 'node' }
const PARAMETERS = ['namespace', 'pod_name', 'pod', 'deployment', 'node', 'node_name', 'database', 'container']

type Alerted = Pick<IncidentDetail, 'alerts'>

export function offersOf(incident: Alerted, known: Offers): Offers {
  const named = PARAMETERS.map((name): [string, string[]] => {
    return [name, [...new Set([...saidOf(incident, name), ...(known[name] ?? [])])]]
  })
  return { ...known, ...Object.fromEntries(named) }
}

/**
 * What the alert says is filled in where the plugin needs it, or would look elsewhere without it; and what is needed where
 * only one is known. It can be changed.
 */
export function filledIn(plugin: PluginItem | undefined, incident: Alerted, offers: Offers): Typed {
  const fields = plugin ? fieldsOf(plugin.parameters) : []
  const fillerOf = ({ name, isRequired, fallback }: SchemaField): string | undefined => {
    const [said] = saidOf(incident, name)
    const [only, ...others] = offers[name] ?? []
    if (isRequired) return said ?? (others.length === 0 ? only : undefined)
    return fallback === undefined ? undefined : said
  }
  return Object.fromEntries(
    fields.flatMap((field) => {
      const filler = fillerOf(field)
      return filler === undefined ? [] : [[field.name, filler]]
    }),
  )
}

function saidOf({ alerts }: Alerted, name: string): string[] {
  return PARAMETERS.includes(name) ? alerts.flatMap(({ labels }) => labels[LABEL_OF[name] ?? name] ?? []) : []
}
