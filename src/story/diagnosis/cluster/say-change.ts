/** A difference between two templates in words. */
import type { Difference } from './cluster-scene.ts'
import { records, text } from './loose-fields.ts'

const SHOWN_MAX = 5
const VALUE_MAX = 80
/** What every rollout touches and nobody means. */
const NOISE =
  /^metadata\.(annotations\.(kubectl\.kubernetes\.io\/restartedAt|checksum|prometheus\.io)|labels\.(app\.kubernetes\.io\/version|version|helm\.sh))/

export function sayChanges(differences: readonly Difference[]): string {
  const telling = differences.filter(({ field }) => !NOISE.test(field))
  const shown = (telling.length > 0 ? telling : differences).slice(0, SHOWN_MAX).map(sayChange)
  const left = telling.length - SHOWN_MAX
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('; ')
}

export function sayChange(difference: Difference): string {
  const { field, from, to } = difference
  if (/\.env$/.test(field) && (from === null || to === null)) return sayVariables(difference)
  const [, variable, part] = /\.env\[([^\]]+)\](?:\.(?:value|valueFrom\.?(.*)))?$/.exec(field) ?? []
  if (variable !== undefined && to === null) return `variable ${variable} was removed`
  if (variable !== undefined && from === null) return `variable ${variable} was added`
  if (variable !== undefined)
    return `variable ${variable}${part ? ` (${part})` : ''} went from ${say(from)} to ${say(to)}`
  const name = field.replace(/^spec\.(containers|initContainers)\[([^\]]+)\]/, (_, kind, container) =>
    kind === 'containers' ? `container ${container}` : `init container ${container}`,
  )
  const plain = name.replace(/^((?:init )?container [^.\s]+)\./, '$1: ').replace(/^spec\./, '')
  if (from === null) return `${plain} was added (${say(to)})`
  if (to === null) return `${plain} was removed (it was ${say(from)})`
  return `${plain} went from ${say(from)} to ${say(to)}`
}

/** All variables at once, where there were none before or are none after. */
function sayVariables({ from, to }: Difference): string {
  const names = records(from ?? to).flatMap(({ name }) => text(name) ?? [])
  return `variable ${names.join(', ')} was ${to === null ? 'removed' : 'added'}`
}

function say(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)} …` : text
}
