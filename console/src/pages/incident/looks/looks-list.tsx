/** Folded looks, one question after the other: its first answer, those that differ from the one before, and the last. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { phrase } from '../../../language/phrase.ts'
import { useClock } from '../../../parts/clock.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { tellBareClock } from '../../../parts/times.ts'
import { toolName } from '../../../parts/tool-names.ts'
import { Pairs } from '../pairs.tsx'
import { type Answer, type Looks, type Question, questionsOf } from './folded-looks.ts'
import { tellLooks, tellQuestion } from './looks-words.ts'

type Props = { looks: Looks; names: ReadonlyMap<string, string>; onOpen: (event: IncidentEvent) => void }

export function LooksList({ looks, names, onOpen }: Props) {
  const clock = useClock()
  return (
    <Stack gap="md">
      <Text size="sm">{exactText(tellLooks(looks, names, clock))}</Text>
      {questionsOf(looks).map((question) => (
        <Asked key={question.answers[0]?.look.id} question={question} names={names} onOpen={onOpen} />
      ))}
    </Stack>
  )
}

function Asked({ question, names, onOpen }: Pick<Props, 'names' | 'onOpen'> & { question: Question }) {
  const { tool, parameters, answers } = question
  const last = answers.length - 1
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {exactText(toolName(tool))}
      </Title>
      {Object.keys(parameters).length > 0 && <Pairs of={parameters} />}
      <Text size="xs" className="muted">
        {tellQuestion(question)}
      </Text>
      <Group gap={4}>
        {answers.map((answer, at) => (
          <Button
            key={answer.look.id}
            size="compact-xs"
            variant={answer.change === 'same' && at < last ? 'subtle' : 'default'}
            fw={answer.change === 'changed' ? 600 : 400}
            onClick={() => onOpen(answer.look)}
          >
            {nameOf(answer, names)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}

function nameOf({ look, change }: Answer, names: ReadonlyMap<string, string>): string {
  const said = { name: names.get(look.id) ?? look.data.call, time: tellBareClock(look.timestamp) }
  return change === 'changed' ? phrase('{name} at {time}: changed', said) : phrase('{name} at {time}', said)
}
