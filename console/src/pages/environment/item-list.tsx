/** The things of one kind: each a card with what is known of it, its form behind a button. */
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import type { FieldProblem } from '../../server/ask.ts'
import { type Item, ItemCard, problemsOf, titleOf } from './item-card.tsx'
import { ItemDrawer } from './item-form.tsx'
import type { Shape } from './shape.ts'

type Given = {
  shape: Shape
  items: readonly Item[]
  canEdit: boolean
  problems: readonly FieldProblem[]
  suggestions?: readonly string[]
  empty: ReactNode
  more?: (item: Item, index: number) => ReactNode
  onAdd(item: { key: string; value: unknown }): void
  onChange(index: number, item: { key: string; value: unknown }): void
  onRemove(index: number): void
}

export function ItemList(given: Given) {
  const { shape, items, canEdit, problems, empty, more } = given
  const [open, setOpen] = useState<number | 'new'>()
  return (
    <Stack>
      {items.length === 0 && <EmptyNote title={phrase('No {noun} described', { noun: shape.noun })}>{empty}</EmptyNote>}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} component="ul" className="plain-list">
        {items.map((item, index) => (
          <ItemCard
            key={item.path}
            shape={shape}
            item={item}
            problems={problemsOf(problems, item.path)}
            onEdit={canEdit ? () => setOpen(index) : undefined}
            onRemove={canEdit ? () => given.onRemove(index) : undefined}
          >
            {more?.(item, index)}
          </ItemCard>
        ))}
      </SimpleGrid>
      {canEdit && (
        <Group justify={items.length === 0 ? 'center' : 'flex-start'}>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            {phrase('Add {noun}', { noun: shape.noun })}
          </Button>
        </Group>
      )}
      {open !== undefined && <OpenForm {...given} open={open} onClose={() => setOpen(undefined)} />}
    </Stack>
  )
}

function OpenForm({ open, onClose, ...given }: Given & { open: number | 'new'; onClose: () => void }) {
  const { shape, items, problems, suggestions } = given
  const item = open === 'new' ? undefined : items[open]
  return (
    <ItemDrawer
      shape={shape}
      title={
        item ? phrase('Edit {title}', { title: titleOf(shape, item) }) : phrase('Add {noun}', { noun: shape.noun })
      }
      item={item ?? { key: '', value: {} }}
      problems={item ? problemsOf(problems, item.path) : []}
      takenKeys={items.filter((other) => other !== item).map(({ key }) => key)}
      {...(suggestions && { suggestions })}
      onClose={onClose}
      onDone={(done) => {
        if (typeof open === 'number') given.onChange(open, done)
        else given.onAdd(done)
        onClose()
      }}
    />
  )
}
