import { type Fields, isFields } from './body-field.ts'
import { capText } from './stored-text.ts'

type Labels = Readonly<Record<string, string>>

/** Senders without labels of their own put them here. */
const LABEL_GROUPS = ['labels', 'tags'] as const

/** Free-form metadata as labels: `{db: {host: 'a'}}` is `db.host`. A name given at the top outranks the same one in a group. */
export function labelsFromMetadata(metadata: Fields): Labels {
  const groups = LABEL_GROUPS.map((name) => metadata[name]).filter(isFields)
  const rest = Object.entries(metadata).filter(([name, value]) => !(isLabelGroup(name) && isFields(value)))
  const labels: Label[] = []
  for (const group of groups) flatten(labels, Object.entries(group))
  flatten(labels, rest)
  return Object.fromEntries(labels)
}

function isLabelGroup(name: string): boolean {
  return (LABEL_GROUPS as readonly string[]).includes(name)
}

/** Longer names are nobody's labels, and a long name over many fields would multiply the size of the body. */
const LABEL_NAME_CHARACTERS_MAX = 200

type Label = readonly [name: string, value: string]

function flatten(labels: Label[], entries: readonly (readonly [string, unknown])[], prefix = ''): void {
  for (const [name, value] of entries) {
    const path = prefix + name
    if (path.length > LABEL_NAME_CHARACTERS_MAX) continue
    const text = textOf(value)
    if (text !== undefined) labels.push([path, capText(text)])
    else if (isFields(value)) flatten(labels, Object.entries(value), `${path}.`)
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const items = Array.isArray(value) ? value.map(itemOf) : [undefined]
  return items.includes(undefined) ? undefined : items.join(',')
}

/** `{key: 'host', value: 'a'}`, as some senders list their tags and dimensions, is `host:a`. */
function itemOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  if (!isFields(item)) return undefined
  const [name, value] = [item.key ?? item.name ?? item.Key ?? item.Name, item.value ?? item.Value]
  return typeof name === 'string' && typeof value === 'string' ? `${name}:${value}` : undefined
}
