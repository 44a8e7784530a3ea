/** One thing of the document: what is known of it, what else stands there, and what the service says is wrong with it. */
import { ActionIcon, Alert, Code, Group, Paper, Text, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { phrase } from '../../language/phrase.ts'
import { listed } from '../../parts/listed.ts'
import type { FieldProblem } from '../../server/ask.ts'
import { wordOf } from './exact-json.ts'
import { fieldsOf, otherFieldsOf, valuesOf } from './item-values.ts'
import type { Shape } from './shape.ts'

/** `key` is its name where the document keeps it by name, else nothing. */
export type Item = { key: string; path: string; value: unknown }

type CardGiven = {
  shape: Shape
  item: Item
  problems: readonly FieldProblem[]
  onEdit: (() => void) | undefined
  onRemove: (() => void) | undefined
  children?: ReactNode
}

export function ItemCard({ shape, item, problems, onEdit, onRemove, children }: CardGiven) {
  const title = titleOf(shape, item)
  return (
    <Paper component="li" withBorder p="sm" className="surface" aria-label={title}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
        <Title order={3} className="wrap-anywhere">
          {title}
        </Title>
        <Group gap={4} wrap="nowrap">
          {onEdit && (
            <ActionIcon variant="subtle" color="gray" onClick={onEdit} aria-label={phrase('Edit {title}', { title })}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
          {onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={onRemove}
              aria-label={phrase('Remove {title}', { title })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <KnownFields shape={shape} item={item} />
      {children}
      {problems.map(({ field, message }) => (
        <Alert key={`${field} ${message}`} color="red" mt="xs" p="xs" role="alert">
          {field === '' ? '' : `${field} `}
          {message}
        </Alert>
      ))}
    </Paper>
  )
}

function KnownFields({ shape, item }: { shape: Shape; item: Item }) {
  const values = valuesOf(shape, item.value)
  const isTitle = (name: string) => name === shape.title && !shape.keyLabel
  const shown = Object.entries(shape.fields).filter(([name]) => !isTitle(name) && (values[name]?.length ?? 0) > 0)
  const others = otherFieldsOf(shape, item.value)
  return (
    <dl className="fields wrap-anywhere">
      {shown.map(([name, { label }]) => (
        <FieldRow key={name} label={label} value={listed([values[name] ?? ''].flat())} />
      ))}
      {others.map(([name, value]) => (
        <FieldRow key={`other ${name}`} label={<Code>{name}</Code>} value={value} />
      ))}
    </dl>
  )
}

export function FieldRow({ label, value }: { label: ReactNode; value: string }) {
  return (
    <>
      <Text component="dt" size="sm" className="muted">
        {label}
      </Text>
      <Text component="dd" size="sm" className="kept-lines">
        {value}
      </Text>
    </>
  )
}

export function titleOf(shape: Shape, { key, path, value }: Item): string {
  if (shape.keyLabel) return key
  return wordOf(fieldsOf(shape, value)[shape.title]) || path
}

/** Those of one thing, with their path from it on. */
export function problemsOf(problems: readonly FieldProblem[], path: string): FieldProblem[] {
  return problems
    .filter(({ field }) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`))
    .map(({ field, message }) => ({ field: field.slice(path.length).replace(/^\./, ''), message }))
}
