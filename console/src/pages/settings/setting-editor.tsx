import type { CheckedChange, Configuration, SettingEntry } from '@contract/configuration.ts'
import {
  Alert,
  Button,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { isDialogOpen } from '../../parts/choosing.ts'
import { ask, Refusal } from '../../server/ask.ts'
import { tellAccepted } from './accepted-words.ts'
import { TrialButton, TrialOutcome, useTrial } from './setting-trial.tsx'
import { settingsQuery } from './settings-queries.ts'

type Draft = string | boolean | string[]

export function SettingEditor({ entry, onClose }: { entry: SettingEntry; onClose: () => void }) {
  const queries = useQueryClient()
  const trial = useTrial(entry.key)
  const [draft, setDraft] = useState<Draft>(() => draftOf(entry))
  const [doubted, setDoubted] = useState<Doubted>()
  const saving = useMutation({
    mutationFn: ({ value, isSure }: { value: unknown; isSure: boolean }) => save(entry.key, value, isSure),
    onSuccess: async (outcome, { value, isSure }) => {
      if ('doubts' in outcome) return setDoubted({ value, sentences: outcome.doubts })
      await queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
      notifications.show({
        color: isSure ? 'red' : 'green',
        message: inLanguage(outcome.message ?? '') || phrase('{key} is in force.', { key: entry.key }),
      })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ value: givenValue(entry, draft), isSure: false })
  }
  const change = (next: Draft) => {
    setDraft(next)
    setDoubted(undefined)
  }
  // Who writes Chinese gives up a syllable with the same key.
  const leave = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Escape' && !nativeEvent.isComposing) onClose()
  }
  return (
    <form onSubmit={submit} onKeyDown={leave} noValidate>
      <Stack gap="xs" mt="sm">
        <Input entry={entry} draft={draft} onChange={change} problem={problemOf(saving.error, entry.key)} />
        {doubted && (
          <Doubts
            doubted={doubted}
            isBusy={saving.isPending}
            onSure={() => saving.mutate({ value: doubted.value, isSure: true })}
          />
        )}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={saving.isPending}>
            {phrase('Save')}
          </Button>
          {entry.layer === 'runtime' && (
            <Button size="xs" variant="default" onClick={() => saving.mutate({ value: null, isSure: false })}>
              {phrase('Forget this value')}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={onClose}>
            {phrase('Cancel')}
          </Button>
          {entry.testable && <TrialButton entry={entry} trial={trial} changes={changesOf(entry, draft)} />}
          <Text size="xs" className="muted">
            {phrase('In force at the next use, on every instance.')}
          </Text>
        </Group>
        <TrialOutcome trial={trial} />
      </Stack>
    </form>
  )
}

type Doubted = { value: unknown; sentences: readonly string[] }

/** What would have no effect is asked about before it is stored. */
async function save(
  key: string,
  value: unknown,
  isSure: boolean,
): Promise<{ doubts: string[] } | { message?: string }> {
  const changes = { [key]: value }
  if (!isSure) {
    const { doubts } = (await ask<CheckedChange>('POST', '/api/config/check', changes)).data
    if (doubts.length > 0) return { doubts }
  }
  const { message } = await ask<Configuration>('PUT', '/api/config', changes)
  return { ...(message !== undefined && { message }) }
}

function Doubts({ doubted, isBusy, onSure }: { doubted: Doubted; isBusy: boolean; onSure: () => void }) {
  return (
    <Alert color="red" title={phrase('This would have no effect')} role="alert">
      <Stack gap="xs" align="flex-start">
        {doubted.sentences.map((sentence) => (
          <Text key={sentence} size="sm" className="wrap-anywhere">
            {inLanguage(sentence)}
          </Text>
        ))}
        <Button size="xs" color="red" variant="outline" loading={isBusy} onClick={onSure}>
          {phrase('Store it all the same')}
        </Button>
      </Stack>
    </Alert>
  )
}

type InputProps = { entry: SettingEntry; draft: Draft; onChange: (draft: Draft) => void; problem: string | undefined }

function Input({ entry, draft, onChange, problem }: InputProps) {
  const accepts = tellAccepted(entry.accepts ?? '')
  // Who was sent here and has opened a dialog since, before this page came, goes on writing there.
  const autoFocus = !isDialogOpen()
  // The row above shows its name already.
  const about = { 'aria-label': entry.key, description: accepts, error: problem, autoFocus }
  if (typeof draft === 'boolean')
    return (
      <Switch
        label={entry.key}
        description={accepts}
        error={problem}
        autoFocus={autoFocus}
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

/** A secret that was not typed stays what it is. */
function changesOf(entry: SettingEntry, draft: Draft): Record<string, unknown> {
  return entry.kind === 'secret' && draft === '' ? {} : { [entry.key]: givenValue(entry, draft) }
}

function problemOf(error: Error | null, key: string): string | undefined {
  if (!(error instanceof Refusal)) return error?.message
  return tellProblem(error.details.find(({ field }) => field === key)?.message ?? error.message)
}

function tellProblem(message: string): string {
  const [, what] = /^must be (.+)$/.exec(message) ?? []
  return what === undefined ? inLanguage(message) : phrase('must be {what}', { what: tellAccepted(what) })
}
