/** One thing of the document as a form, made from its shape. */
import { Button, Drawer, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { phrase } from '../../language/phrase.ts'
import type { FieldProblem } from '../../server/ask.ts'
import { changeItem, type ItemValues, valuesOf } from './item-values.ts'
import type { Field, Shape } from './shape.ts'

type Item = { key: string; value: unknown }
type Given = {
  shape: Shape
  item: Item
  title: string
  /** Of the item alone: `name`, `dependencies[1]`. */
  problems: readonly FieldProblem[]
  takenKeys: readonly string[]
  suggestions?: readonly string[]
  onDone(item: Item): void
  onClose(): void
}
type Values = { key: string; fields: ItemValues }

/** Where whoever opens the form begins. */
const AUTOFOCUS = { 'data-autofocus': true }

export function ItemDrawer(given: Given) {
  return (
    <Drawer opened onClose={given.onClose} closeOnClickOutside={false} position="right" size="md" title={given.title}>
      <ItemForm {...given} />
    </Drawer>
  )
}

function ItemForm({ shape, item, problems, takenKeys, suggestions, onDone, onClose }: Given) {
  const form = useForm<Values>({
    initialValues: { key: item.key, fields: valuesOf(shape, item.value) },
    initialErrors: errorsOf(problems),
    validate: (values) => findFaults(shape, values, takenKeys),
  })
  const submit = form.onSubmit(({ key, fields }) =>
    onDone({ key: key.trim(), value: changeItem(shape, item.value, fields) }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {shape.keyLabel && <TextInput label={shape.keyLabel} required {...AUTOFOCUS} {...form.getInputProps('key')} />}
        {Object.entries(shape.fields).map(([name, field], at) => (
          <FieldInput
            key={name}
            field={field}
            suggestions={suggestions ?? []}
            props={{ ...form.getInputProps(`fields.${name}`), ...(at === 0 && !shape.keyLabel && AUTOFOCUS) }}
          />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {phrase('Cancel')}
          </Button>
          <Button type="submit">{phrase('Keep in the draft')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

type InputProps = ReturnType<ReturnType<typeof useForm<Values>>['getInputProps']>

function FieldInput({
  field,
  props,
  suggestions,
}: {
  field: Field
  props: InputProps
  suggestions: readonly string[]
}) {
  const { label, description, kind, isRequired = false } = field
  const shared = { label, description, required: isRequired, ...props }
  if (kind === 'words') return <TagsInput {...shared} data={[...suggestions]} splitChars={[',']} />
  if (kind === 'lines' || kind === 'text') return <Textarea {...shared} autosize minRows={2} maxRows={12} />
  return <TextInput {...shared} {...(kind === 'integer' && { inputMode: 'numeric' })} />
}

/** A message about one word of a list stands at the list. */
function errorsOf(problems: readonly FieldProblem[]): Record<string, string> {
  return Object.fromEntries(
    problems.map(({ field, message }) => [`fields.${field.replace(/[[.].*$/, '')}`, `${field} ${message}`]),
  )
}

function findFaults(shape: Shape, { key, fields }: Values, takenKeys: readonly string[]): Record<string, string> {
  const faults: Record<string, string> = {}
  if (shape.keyLabel && key.trim() === '') faults.key = phrase('{keyLabel} is needed.', { keyLabel: shape.keyLabel })
  if (shape.keyLabel && takenKeys.includes(key.trim())) faults.key = phrase('There is one of that name already.')
  for (const [name, { kind, label, isRequired }] of Object.entries(shape.fields)) {
    const value = String(fields[name] ?? '')
    if (isRequired && value.trim() === '') faults[`fields.${name}`] = phrase('{label} is needed.', { label })
    if (kind === 'integer' && !/^(-?\d+)?$/.test(value))
      faults[`fields.${name}`] = phrase('This must be a whole number.')
  }
  return faults
}
