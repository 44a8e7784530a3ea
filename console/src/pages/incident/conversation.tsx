/** The model's conversation turn by turn, and what it used. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Divider, Stack, Text, Title } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ModelTurn } from './model-turn.tsx'
import { type Talk, talksOf } from './talks-of.ts'

export function Conversation({ incident: { events, usage } }: { incident: IncidentDetail }) {
  const talks = talksOf(events)
  if (talks.length === 0)
    return (
      <EmptyNote title={phrase('No model was asked')}>
        {phrase(
          'The built-in analysis concluded alone. Where a model is set up in the settings, its turns stand here.',
        )}
      </EmptyNote>
    )
  return (
    <Stack gap="md">
      <Text size="sm">
        {phrase(
          '{turns} {noun} in all: {inputTokens} tokens in, {cachedInputTokens} of them from its cache, {outputTokens} out.{cost}',
          {
            turns: usage.turns,
            noun: usage.turns === 1 ? phrase('turn') : phrase('turns'),
            inputTokens: usage.input_tokens.toLocaleString(),
            cachedInputTokens: usage.cached_input_tokens.toLocaleString(),
            outputTokens: usage.output_tokens.toLocaleString(),
            cost:
              usage.cost === undefined
                ? ''
                : phrase(' They cost {cost} {currency}.', { cost: usage.cost, currency: usage.currency ?? '' }),
          },
        )}
      </Text>
      {talks.map((talk) => (
        <TalkView key={talk.title} talk={talk} isAlone={talks.length === 1} />
      ))}
    </Stack>
  )
}

function TalkView({ talk: { title, turns }, isAlone }: { talk: Talk; isAlone: boolean }) {
  return (
    <>
      {!isAlone && (
        <Title order={3} fz="md">
          {title}
        </Title>
      )}
      {turns.map(({ id, data }, at) => (
        <div key={id}>
          {at > 0 && <Divider mb="md" />}
          <ModelTurn data={data} talk={title} />
        </div>
      ))}
    </>
  )
}
