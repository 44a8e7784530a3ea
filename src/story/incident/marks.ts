/**
 * What an incident can be found by beside its state: the labels of its alerts, its source, service, team and cause. Each is
 * one word, `team Shop` or `label namespace=shop`; a long one is cut on both sides alike, so that it is found all the same.
 */
import type { EnvironmentMap } from '../../guidance/environment/environment-map.ts'
import type { FaultName } from './diagnosis.ts'
import { serviceOf } from './service-of.ts'

export type MarkKind = 'label' | 'source' | 'service' | 'team' | 'cause'
export type MarkCount = { kind: MarkKind; value: string; count: number }

type Marked = {
  title: string
  description: string
  source: string
  members: readonly { labels: Readonly<Record<string, string>> }[]
  faults: readonly FaultName[]
}

const VALUE_CHARACTERS_MAX = 200
/** An alert with more says what it is about in the first ones; an incident of a thousand alerts is not a thousand marks. */
const MARKS_MAX = 100

export function markOf(kind: MarkKind, value: string): string {
  return `${kind} ${cut(value.trim())}`
}

/** A text that has no more units has no more characters, and is not taken apart to count them. */
function cut(value: string): string {
  return value.length <= VALUE_CHARACTERS_MAX ? value : [...value].slice(0, VALUE_CHARACTERS_MAX).join('')
}

export function readMark(mark: string): { kind: MarkKind; value: string } {
  const gap = mark.indexOf(' ')
  return { kind: mark.slice(0, gap) as MarkKind, value: mark.slice(gap + 1) }
}

export function marksOf(incident: Marked, environment: EnvironmentMap): string[] {
  const { source, members, faults } = incident
  const known = serviceOf(incident, environment)
  const [cause] = faults
  const marks = [
    markOf('source', source),
    ...[known?.name ?? firstOf(members, SERVICE_LABELS)].map((name) => markOf('service', name)),
    ...[known?.team ?? '', firstOf(members, TEAM_LABELS)].map((name) => markOf('team', name)),
    ...(cause ? [markOf('cause', cause.kind), markOf('cause', `${cause.kind} ${cause.object}`)] : []),
    ...members.flatMap(({ labels }) => Object.keys(labels).map((name) => markOf('label', `${name}=${labels[name]}`))),
  ]
  return [...new Set(marks)].filter((mark) => !mark.endsWith(' ')).slice(0, MARKS_MAX)
}

/** Where the environment context knows no service of it, the alert's own word for it. */
const SERVICE_LABELS = [
  'service',
  'service_name',
  'app',
  'app_kubernetes_io_name',
  'application',
  'deployment',
  'statefulset',
  'daemonset',
  'workload',
]
const TEAM_LABELS = ['team', 'owner', 'squad']

function firstOf(members: Marked['members'], names: readonly string[]): string {
  for (const { labels } of members) for (const name of names) if (labels[name]?.trim()) return labels[name]
  return ''
}
