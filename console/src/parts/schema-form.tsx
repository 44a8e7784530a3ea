/** The fields of a plugin's schema as a form; what is known by name is offered, and anything else may be typed. */
import { Autocomplete, NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import type { Offers, SchemaField, Typed } from './schema-fields.ts'

type Props = {
  fields: readonly SchemaField[]
  typed: Typed
  offers: Offers
  problems: readonly { field: string; message: string }[]
  onChange: (name: string, value: string | boolean) => void
}

export function SchemaForm({ fields, typed, offers, problems, onChange }: Props) {
  return (
    <Stack gap="sm">
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={typed[field.name]}
          offered={offers[field.name] ?? []}
          problem={problems.find((problem) => problem.field.split('.').at(-1) === field.name)?.message}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </Stack>
  )
}

type FieldProps = {
  field: SchemaField
  value: string | boolean | undefined
  offered: readonly string[]
  problem: string | undefined
  onChange: (value: string | boolean) => void
}

function Field({ field, value, offered, problem, onChange }: FieldProps) {
  const about = { label: field.name, description: field.description, error: problem, required: field.isRequired }
  if (field.type === 'boolean')
    return (
      <Switch
        label={field.name}
        description={field.description}
        checked={value === undefined ? field.fallback === true : value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  const text = typeof value === 'string' ? value : ''
  if (field.choices)
    return (
      <NativeSelect
        {...about}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={['', ...field.choices]}
      />
    )
  const placeholder = field.fallback === undefined ? '' : String(field.fallback)
  if (offered.length > 0)
    return (
      <Autocomplete
        {...about}
        value={text}
        placeholder={placeholder}
        data={[...new Set(offered)]}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      {...about}
      value={text}
      placeholder={placeholder}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
