/** Runs a diagnostic plugin by hand: through the same door as a diagnosis, counted, and on the audit trail. */
import type { PluginRun } from '@contract/plugin.ts'
import { Button, Stack, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { type Flaw, flawsOf, parametersOf, type SchemaField, type Typed } from '../../parts/schema-fields.ts'
import { SchemaForm } from '../../parts/schema-form.tsx'
import { ask, Refusal } from '../../server/ask.ts'
import { useNamesOnceKnown } from '../../server/known-names.ts'
import { PluginOutcome } from './plugin-outcome.tsx'
import { pluginQuery } from './plugin-queries.ts'

export function RunForm({ name, fields }: { name: string; fields: readonly SchemaField[] }) {
  const queries = useQueryClient()
  const offers = useNamesOnceKnown()
  const [typed, setTyped] = useState<Typed>({})
  const running = useMutation({
    mutationFn: async () => {
      const body = { parameters: parametersOf(fields, typed) }
      return (await ask<PluginRun>('POST', `/api/plugins/${encodeURIComponent(name)}/run`, body)).data
    },
    onSettled: () => queries.invalidateQueries({ queryKey: pluginQuery(name).queryKey }),
  })
  const [flaws, setFlaws] = useState<readonly Flaw[]>([])
  const problems = running.error instanceof Refusal ? running.error.details : flaws
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = flawsOf(fields, typed)
    setFlaws(found)
    running.reset()
    if (found.length === 0) running.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Title order={2}>{phrase('Run it now')}</Title>
        {offers === undefined ? (
          <Loading lines={fields.length} />
        ) : (
          <SchemaForm
            fields={fields}
            typed={typed}
            offers={offers}
            problems={problems}
            onChange={(field, value) => setTyped((before) => ({ ...before, [field]: value }))}
          />
        )}
        <Button
          type="submit"
          loading={running.isPending}
          disabled={offers === undefined}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          {phrase('Run')}
        </Button>
        {running.isError && <ErrorNote error={running.error} />}
        {running.data && <PluginOutcome run={running.data} />}
      </Stack>
    </form>
  )
}
