/** The queries an alert fired on, and the metrics they speak of. */
import type { IncidentMember } from '../incident/incident.ts'

/** Prometheus and its kin put the query into the address of their page; people put it into an annotation. */
const IN_ADDRESS = /[?&](?:g\d+\.)?expr=([^&#]+)/g
const NAMED = /^(?:expr|expression|promql)$/i

export function expressionsIn(member: Pick<IncidentMember, 'annotations' | 'labels'> | undefined): string[] {
  const fields = Object.entries({ ...member?.labels, ...member?.annotations })
  const spelled = fields.flatMap(([name, value]) => (NAMED.test(name) ? [value] : []))
  const addressed = fields.flatMap(([, value]) => [...value.matchAll(IN_ADDRESS)].map(([, part = '']) => decoded(part)))
  return [...new Set([...spelled, ...addressed])].filter((one) => one.trim() !== '')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g
const LABEL_LISTS = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/gi
/** With a part after `_` or `:`: what has none may as well be a function or a word. */
const METRIC = /(?<![\w:.$])[a-z_][\w]*[_:][\w:]*[\w](?![\w:]*\s*\()/gi

/** Functions, labels, values and durations are left out. */
export function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(STRINGS, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(LABEL_LISTS, ' ')
  return [...new Set(bare.match(METRIC) ?? [])]
}
