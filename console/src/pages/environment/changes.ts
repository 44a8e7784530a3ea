/** What differs between two documents, told by the names people gave to things and not by their place in a list. */
import { isRecord, isSame, wordOf } from './exact-json.ts'

export type Change = { where: string; before?: unknown; after?: unknown }

export function changesBetween(before: unknown, after: unknown, where = ''): Change[] {
  if (isSame(before, after)) return []
  const [ours, theirs] = [namedParts(before), namedParts(after)]
  if (!ours || !theirs) return [changeOf(where, before, after)]
  const names = [...new Set([...ours.keys(), ...theirs.keys()])]
  const changes = names.flatMap((name) =>
    changesBetween(ours.get(name), theirs.get(name), where === '' ? name : `${where} › ${name}`),
  )
  // The same things in another order.
  return changes.length > 0 ? changes : [changeOf(where, before, after)]
}

function changeOf(where: string, before: unknown, after: unknown): Change {
  return { where, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

function namedParts(value: unknown): Map<string, unknown> | undefined {
  if (isRecord(value)) return new Map(Object.entries(value))
  if (!Array.isArray(value) || !value.every(isRecord)) return undefined
  const named = new Map(value.map((item) => [nameOf(item), item]))
  return named.size === value.length && !named.has('') ? named : undefined
}

function nameOf({ namespace, name, issue }: Readonly<Record<string, unknown>>): string {
  return [namespace, name ?? issue]
    .filter((part) => part !== undefined)
    .map(wordOf)
    .join('/')
}
