/** A list of the document, or its things kept by name, shown and changed. */
import type { ReactNode } from 'react'
import { type Fields, listOf, recordOf } from './exact-json.ts'
import type { Item } from './item-card.tsx'
import { ItemList } from './item-list.tsx'
import { pathTo } from './json-scan.ts'
import type { Shape } from './shape.ts'
import type { Draft } from './use-draft.ts'

export type PartGiven = { draft: Draft; document: Fields; canEdit: boolean }

type Given = PartGiven & {
  shape: Shape
  name: string
  within?: 'infrastructure'
  empty: ReactNode
  suggestions?: readonly string[]
  more?: (item: Item, index: number) => ReactNode
}

export function ListPart({ draft, document, name, within, ...given }: Given) {
  const list = listOf((within ? recordOf(document[within]) : document)[name])
  const path = within ? `${within}.${name}` : name
  const put = (next: readonly unknown[]) =>
    draft.change({
      ...document,
      ...(within ? { [within]: { ...recordOf(document[within]), [name]: next } } : { [name]: next }),
    })
  return (
    <ItemList
      {...given}
      items={list.map((value, index) => ({ key: '', path: `${path}[${index}]`, value }))}
      problems={draft.problems}
      onAdd={({ value }) => put([...list, value])}
      onChange={(index, { value }) => put(list.with(index, value))}
      onRemove={(index) => put(list.toSpliced(index, 1))}
    />
  )
}

/** The order of names is kept, and a thing that gets another name stays in its place. */
export function NamedPart({ draft, document, name, ...given }: Omit<Given, 'within'>) {
  const entries = Object.entries(recordOf(document[name]))
  const put = (next: readonly (readonly [string, unknown])[]) =>
    draft.change({ ...document, [name]: Object.fromEntries(next) })
  return (
    <ItemList
      {...given}
      items={entries.map(([key, value]) => ({ key, path: pathTo(name, key), value }))}
      problems={draft.problems}
      onAdd={({ key, value }) => put([...entries, [key, value]])}
      onChange={(index, { key, value }) => put(entries.with(index, [key, value]))}
      onRemove={(index) => put(entries.toSpliced(index, 1))}
    />
  )
}
