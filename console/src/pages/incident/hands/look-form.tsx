/** A diagnostic plugin run on this incident: its answer is kept as evidence, with a number like any call. */
import type { HandCallKept } from '@contract/hand-call.ts'
import type { IncidentDetail } from '@contract/incident.ts'
import type { PluginItem } from '@contract/plugin.ts'
import { Button, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { ErrorNote } from '../../../parts/error-note.tsx'
import { useIntoSight } from '../../../parts/into-sight.ts'
import { type Flaw, fieldsOf, flawsOf, parametersOf, type Typed } from '../../../parts/schema-fields.ts'
import { SchemaForm } from '../../../parts/schema-form.tsx'
import { ask, Refusal } from '../../../server/ask.ts'
import { useKnownNames } from '../../../server/known-names.ts'
import { incidentQuery } from '../../../server/queries.ts'
import { PluginOutcome } from '../../plugins/plugin-outcome.tsx'
import { filledIn, offersOf } from './offers-of.ts'
import { PluginChoice } from './plugin-choice.tsx'

type Call = { plugin: string; parameters: Record<string, unknown> }

function useLook(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (call: Call) => (await ask<HandCallKept>('POST', `/api/incidents/${id}/calls`, call)).data,
    onSettled: () => queries.invalidateQueries({ queryKey: incidentQuery(id).queryKey }),
  })
}

export function LookForm({ incident }: { incident: IncidentDetail }) {
  const [plugin, setPlugin] = useState<PluginItem>()
  const [typed, setTyped] = useState<Typed>({})
  const offers = offersOf(incident, useKnownNames())
  const looking = useLook(incident.id)
  const [flaws, setFlaws] = useState<readonly Flaw[]>([])
  const shown = useIntoSight(looking.data ?? looking.error)
  const fields = plugin ? fieldsOf(plugin.parameters) : []
  const choose = (chosen: PluginItem | undefined) => {
    setPlugin(chosen)
    setTyped(filledIn(chosen, incident, offers))
    setFlaws([])
    looking.reset()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const found = flawsOf(fields, typed)
        setFlaws(found)
        looking.reset()
        if (plugin && found.length === 0)
          looking.mutate({ plugin: plugin.name, parameters: parametersOf(fields, typed) })
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {phrase(
            'It only looks. What it answers stands on the timeline as evidence, and answers to questions may quote it.',
          )}
        </Text>
        <PluginChoice category="diagnostic" label={phrase('Plugin')} chosen={plugin} isFirst onChoose={choose} />
        <SchemaForm
          fields={fields}
          typed={typed}
          offers={offers}
          problems={looking.error instanceof Refusal ? looking.error.details : flaws}
          onChange={(name, value) => setTyped((before) => ({ ...before, [name]: value }))}
        />
        {plugin && (
          <Button
            type="submit"
            loading={looking.isPending}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
          >
            {phrase('Look and keep it')}
          </Button>
        )}
        {(looking.error ?? looking.data) && (
          <div ref={shown}>
            {looking.error && <ErrorNote error={looking.error} />}
            {looking.data && (
              <PluginOutcome run={looking.data}>
                <Text size="sm">{phrase('Kept as {call}.', { call: looking.data.call })}</Text>
              </PluginOutcome>
            )}
          </div>
        )}
      </Stack>
    </form>
  )
}
