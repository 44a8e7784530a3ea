import type { Configuration, SettingEntry } from '@contract/configuration.ts'
import { Button, Group, NativeSelect, PasswordInput, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ask, Refusal } from '../../server/ask.ts'
import { settingsQuery } from './settings-queries.ts'

type Draft = string | boolean | string[]

export function SettingEditor({ entry, onClose }: { entry: SettingEntry; onClose: () => void }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft>(() => draftOf(entry))
  const saving = useMutation({
    mutationFn: (value: unknown) => ask<Configuration>('PUT', '/api/config', { [entry.key]: value }),
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
      notifications.show({ color: 'green', message: message ?? `${entry.key} is in force.` })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(givenValue(entry, draft))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs" mt="sm">
        <Input entry={entry} draft={draft} onChange={setDraft} problem={problemOf(saving.error, entry.key)} />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={saving.isPending}>
            Save
          </Button>
          {entry.layer === 'runtime' && (
            <Button size="xs" variant="default" onClick={() => saving.mutate(null)}>
              Forget this value
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Text size="xs" className="muted">
            In force at the next use, on every instance.
          </Text>
        </Group>
      </Stack>
    </form>
  )
}

type InputProps = { entry: SettingEntry; draft: Draft; onChange: (draft: Draft) => void; problem: string | undefined }

function Input({ entry, draft, onChange, problem }: InputProps) {
  const about = { label: entry.key, description: entry.accepts, error: problem, autoFocus: true }
  if (typeof draft === 'boolean')
    return (
      <Switch
        label={entry.key}
        description={entry.accepts}
        error={problem}
        checked={draft}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (Array.isArray(draft)) return <TagsInput {...about} value={draft} onChange={onChange} splitChars={[',']} />
  if (entry.choices)
    return (
      <NativeSelect
        {...about}
        data={entry.choices}
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (entry.kind === 'secret')
    return (
      <PasswordInput
        {...about}
        autoComplete="off"
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return <TextInput {...about} value={draft} onChange={(event) => onChange(event.currentTarget.value)} />
}

function draftOf({ kind, value, choices }: SettingEntry): Draft {
  if (kind === 'boolean') return value === true
  if (kind === 'list') return Array.isArray(value) ? value.map(String) : []
  if (kind === 'secret' || value === null || value === undefined) return choices?.[0] ?? ''
  return String(value)
}

/** Numbers are sent as numbers; what is none is sent as typed, and the service says what it expects. */
function givenValue({ kind }: SettingEntry, draft: Draft): unknown {
  const isNumber = kind === 'integer' || kind === 'number'
  if (typeof draft !== 'string' || !isNumber || draft.trim() === '' || Number.isNaN(Number(draft))) return draft
  return Number(draft)
}

function problemOf(error: Error | null, key: string): string | undefined {
  if (!(error instanceof Refusal)) return error?.message
  return error.details.find(({ field }) => field === key)?.message ?? error.message
}
