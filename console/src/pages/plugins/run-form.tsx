/** Runs a diagnostic plugin by hand: through the same door as a diagnosis, counted, and on the audit trail. */
import type { PluginRun } from '@contract/plugin.ts'
import { Alert, Button, NativeSelect, Paper, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNote } from '../../parts/error-note.tsx'
import { ask, Refusal } from '../../server/ask.ts'
import { layOut } from '../incident/quoted-output.ts'
import { pluginQuery } from './plugin-queries.ts'
import { parametersOf, type SchemaField } from './schema-fields.ts'

type Typed = Record<string, string | boolean>

export function RunForm({ name, fields }: { name: string; fields: readonly SchemaField[] }) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Typed>({})
  const running = useMutation({
    mutationFn: async () => {
      const body = { parameters: parametersOf(fields, typed) }
      return (await ask<PluginRun>('POST', `/api/plugins/${encodeURIComponent(name)}/run`, body)).data
    },
    onSettled: () => queries.invalidateQueries({ queryKey: pluginQuery(name).queryKey }),
  })
  const problems = running.error instanceof Refusal ? running.error.details : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    running.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Title order={2}>Run it now</Title>
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={typed[field.name]}
            problem={problems.find((problem) => problem.field.split('.').at(-1) === field.name)?.message}
            onChange={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <Button
          type="submit"
          loading={running.isPending}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          Run
        </Button>
        {running.isError && <ErrorNote error={running.error} />}
        {running.data && <Outcome run={running.data} />}
      </Stack>
    </form>
  )
}

type FieldProps = {
  field: SchemaField
  value: string | boolean | undefined
  problem: string | undefined
  onChange: (value: string | boolean) => void
}

function Field({ field, value, problem, onChange }: FieldProps) {
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
  return (
    <TextInput
      {...about}
      value={text}
      placeholder={field.fallback === undefined ? '' : String(field.fallback)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Outcome({ run }: { run: PluginRun }) {
  return (
    <Stack gap="xs" aria-live="polite">
      <Alert color={run.result.success ? 'green' : 'red'} title={run.result.success ? 'It answered' : 'It failed'}>
        <Text size="sm">
          {run.result.message ?? run.result.error ?? ''} ({run.duration_ms} ms)
        </Text>
      </Alert>
      <Paper
        withBorder
        p="sm"
        component="section"
        aria-label="Result"
        tabIndex={0}
        mah={480}
        style={{ overflow: 'auto' }}
      >
        <pre className="raw">{layOut(run.result)}</pre>
      </Paper>
    </Stack>
  )
}
