/** What alerts and looks of an incident name, as values for the parameters of plugins; what is known elsewhere follows. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { PluginItem } from '@contract/plugin.ts'
import { fieldsOf, type Offers, type SchemaField, type Typed } from '../../../parts/schema-fields.ts'
import { isOfThem } from '../pictures/near-names.ts'
import { isKind } from '../timeline-reading.ts'

/** A parameter that is spelled otherwise than the label that fills it. */
const LABEL_OF: Readonly<Record<string, string>> = { pod_name: 'pod', node_name: 'node' }
const PARAMETERS = ['namespace', 'pod_name', 'pod', 'deployment', 'node', 'node_name', 'database', 'container']

/** Where the answer of a look lists what could be asked for next. */
const LISTED: Readonly<Record<string, string>> = {
  ...{ pod_name: 'pods', pod: 'pods', deployment: 'deployments', node: 'nodes', node_name: 'nodes' },
}
const SEEN_MAX = 100

type Alerted = Pick<IncidentDetail, 'alerts'>
type Looked = Alerted & Pick<IncidentDetail, 'events' | 'diagnosis'>

const EVERYBODY = '*'

/** Whom the alert names and who is at fault, before all that was merely seen. */
function nearFirst(values: readonly string[], { alerts, diagnosis }: Looked): string[] {
  const named = alerts.flatMap(({ labels }) => Object.values(labels))
  const near = [...(diagnosis?.at_fault ?? []), ...named].map((name) => name.toLowerCase())
  return values.toSorted((one, other) => Number(isOfThem(near, other)) - Number(isOfThem(near, one)))
}

export function offersOf(incident: Looked, known: Offers): Offers {
  const named = PARAMETERS.map((name): [string, string[]] => {
    const all = [...saidOf(incident, name), ...seenOf(incident, name), ...(known[name] ?? [])]
    // One acts on somebody, and not on everybody.
    return [
      name,
      nearFirst(
        [...new Set(all)].filter((value) => value !== EVERYBODY),
        incident,
      ),
    ]
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

/** Whom somebody asked about already, and who was listed then. */
function seenOf({ events }: Looked, name: string): string[] {
  const looks = events.filter(isKind('tool_call')).filter(({ data }) => data.result.success)
  const asked = looks.flatMap(({ data }) => data.parameters[name] ?? [])
  const listed = looks.flatMap(({ data }) => namesIn(data.result.data, LISTED[name]))
  return [...new Set([...asked, ...listed].filter((value) => typeof value === 'string'))].slice(0, SEEN_MAX)
}

function namesIn(data: unknown, list: string | undefined): unknown[] {
  const listed = list !== undefined && data !== null && typeof data === 'object' ? Object(data)[list] : undefined
  return Array.isArray(listed) ? listed.map((one) => Object(one).name) : []
}
