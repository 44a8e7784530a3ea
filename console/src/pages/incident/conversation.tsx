/** The model's conversation turn by turn, and what it used. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Divider, Stack, Text } from '@mantine/core'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ModelTurn } from './model-turn.tsx'
import { isKind } from './timeline-reading.ts'

export function Conversation({ incident: { events, usage } }: { incident: IncidentDetail }) {
  const turns = events.filter(isKind('model_turn'))
  if (turns.length === 0)
    return (
      <EmptyNote title="No model was asked">
        The built-in analysis concluded alone. Where a model is set up in the settings, its turns stand here.
      </EmptyNote>
    )
  return (
    <Stack gap="md">
      <Text size="sm">
        {usage.turns} {usage.turns === 1 ? 'turn' : 'turns'} in all: {usage.input_tokens.toLocaleString()} tokens in,{' '}
        {usage.cached_input_tokens.toLocaleString()} of them from its cache, {usage.output_tokens.toLocaleString()} out.
        {usage.cost !== undefined && ` They cost ${usage.cost} ${usage.currency ?? ''}.`}
      </Text>
      {turns.map(({ id, data }, at) => (
        <div key={id}>
          {at > 0 && <Divider mb="md" />}
          <ModelTurn data={data} />
        </div>
      ))}
    </Stack>
  )
}
