/** A difference between two templates in words. */
import type { Difference } from '../cluster-scene.ts'
import { record, records, text } from '../reading/loose-fields.ts'

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
  if (Array.isArray(from) && Array.isArray(to)) return sayLists(difference)
  const [, variable, part] = /\.env\[([^\]]+)\](?:\.(?:value|valueFrom\.?(.*)))?$/.exec(field) ?? []
  if (variable !== undefined && to === null) return `variable ${variable} was removed`
  if (variable !== undefined && from === null) return `variable ${variable} was added`
  if (variable !== undefined) return `variable ${variable}${part ? ` (${part})` : ''} went ${sayBoth(from, to)}`
  const plain = nameOf(field)
  if (from === null) return `${plain} was added (${say(to)})`
  if (to === null) return `${plain} was removed (it was ${say(from)})`
  return `${plain} went ${sayBoth(from, to)}`
}

const BEFORE_DIFFERENCE = 20

/** Long texts are shown from where they part. */
function sayBoth(from: unknown, to: unknown): string {
  const [before, after] = [from, to].map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (before === undefined || after === undefined || Math.max(before.length, after.length) <= VALUE_MAX)
    return `from ${say(from)} to ${say(to)}`
  const at = [...before].findIndex((letter, place) => letter !== after[place])
  const start = Math.max(0, (at === -1 ? before.length : at) - BEFORE_DIFFERENCE)
  const part = (text: string) => cut(start === 0 ? text : `… ${text.slice(start)}`)
  return `from ${part(before)} to ${part(after)}`
}

/** Lists that cannot be compared by name: what only one of them holds. */
function sayLists({ field, from, to }: Difference): string {
  const [before, after] = [from, to].map((list) => (list as unknown[]).map((item) => JSON.stringify(item)))
  const gone = before?.filter((item) => !after?.includes(item)) ?? []
  const come = after?.filter((item) => !before?.includes(item)) ?? []
  const isTwice = come.some(
    (item) => records(to).filter(({ name }) => name !== undefined && name === record(JSON.parse(item)).name).length > 1,
  )
  const twice = isTwice ? ' (a name that stands there twice, and the last one counts)' : ''
  const parts = [
    come.length > 0 && `got ${come.map(cut).join(', ')}${twice}`,
    gone.length > 0 && `lost ${gone.map(cut).join(', ')}`,
  ]
  return `${nameOf(field)} ${parts.filter(Boolean).join(' and ') || 'changed its order'}`
}

/** All variables at once, where there were none before or are none after. */
function sayVariables({ from, to }: Difference): string {
  const names = records(from ?? to).flatMap(({ name }) => text(name) ?? [])
  return `variable ${names.join(', ')} was ${to === null ? 'removed' : 'added'}`
}

/** `container web: image`. */
function nameOf(field: string): string {
  const name = field.replace(/^spec\.(containers|initContainers)\[([^\]]+)\]/, (_, kind, container) =>
    kind === 'containers' ? `container ${container}` : `init container ${container}`,
  )
  return name.replace(/^((?:init )?container [^.\s]+)\./, '$1: ').replace(/^spec\./, '')
}

function say(value: unknown): string {
  return typeof value === 'string' ? cut(value) : sayParts(value)
}

/** A whole object in prose, as many of its parts as a sentence bears; a piece of JSON that breaks off tells nobody anything. */
function sayParts(value: unknown): string {
  const parts = partsOf(value)
  const fitting = parts.filter((_, at) => parts.slice(0, at + 1).join(', ').length <= VALUE_MAX)
  const shown = fitting.length > 0 ? fitting : parts.slice(0, 1).map(cut)
  return `${shown.join(', ')}${shown.length < parts.length ? ', …' : ''}` || JSON.stringify(value)
}

function partsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => partsOf(item).join(' '))
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).map(([name, held]) => `${name} ${partsOf(held).join(' ')}`)
}

function cut(text: string): string {
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)} …` : text
}
