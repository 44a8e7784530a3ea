/** One event of the timeline, whole, or looks that stand on one line of it. A tool call shows its stored output with the quoted words marked. */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Alert, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said, useTelling } from '../../parts/said.tsx'
import { toolName } from '../../parts/tool-names.ts'
import { useActionWords } from '../../server/action-words.ts'
import { isOwnWord, tellEvent, tellKind } from './event-words.ts'
import type { Looks } from './looks/folded-looks.ts'
import { LooksList } from './looks/looks-list.tsx'
import { MarkedOutput } from './marked-output.tsx'
import { ModelTurn } from './model-turn.tsx'
import { Pairs } from './pairs.tsx'
import type { EventOf } from './timeline-reading.ts'
import type { Proof } from './use-opened.ts'
import { Verification } from './verification.tsx'

type Props = {
  event: IncidentEvent | undefined
  proof: Proof | undefined
  looks?: Looks | undefined
  /** What the page calls a tool call. */
  names: ReadonlyMap<string, string>
  onOpen: (event: IncidentEvent) => void
  onClose: () => void
}

export function EventDrawer({ event, proof, looks, names, onOpen, onClose }: Props) {
  return (
    <Drawer
      opened={event !== undefined || looks !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      transitionProps={{ duration: 0 }}
      title={event ? tellKind(event) : phrase('Looked')}
    >
      {looks && <LooksList looks={looks} names={names} onOpen={onOpen} />}
      {event && (
        <Stack gap="md">
          <Moment at={event.timestamp} />
          <Content event={event} proof={proof} name={names.get(event.id) ?? ''} />
        </Stack>
      )}
    </Drawer>
  )
}

function Content({ event, proof, name }: { event: IncidentEvent; proof: Proof | undefined; name: string }) {
  switch (event.type) {
    case 'tool_call':
      return <ToolCall data={event.data} proof={proof} name={name} />
    case 'model_turn':
      return <ModelTurn data={event.data} talk={phrase('Model turn')} />
    case 'verification_completed':
      return <Verification data={event.data} />
    default:
      return Object.keys(event.data).length === 0 ? (
        <Text size="sm">{phrase('It says no more than that it happened.')}</Text>
      ) : (
        <Told event={event} />
      )
  }
}

/** In words, as the timeline says it, but whole; below it what was stored, for whoever wants it field by field. */
function Told({ event }: { event: IncidentEvent }) {
  const words = useActionWords()
  const tell = useTelling()
  const said = tellEvent(event, words)
  return (
    <>
      {said !== '' && (
        <Text size="sm" className="outside wrap-anywhere">
          {isOwnWord(event) ? tell(said, event.timestamp) : exactText(said)}
        </Text>
      )}
      <details open={said === ''}>
        <summary>{phrase('As it is stored')}</summary>
        <Pairs of={event.data} />
      </details>
    </>
  )
}

const ASKED_BY: Readonly<Record<string, string>> = {
  analysis: phrase('asked by the analysis'),
  model: phrase('asked by the model'),
  person: phrase('run by hand'),
  verification: phrase('asked to see whether it helped'),
  question: phrase('asked to answer a question'),
  plan: phrase('asked to judge a plan that was handed in'),
}

type ToolCallProps = { data: EventOf<'tool_call'>['data']; proof: Proof | undefined; name: string }

function ToolCall({ data, proof, name }: ToolCallProps) {
  return (
    <>
      <Group gap="xs">
        <Title order={3}>
          {name} {exactText(toolName(data.tool))}
        </Title>
        <Text size="sm" className="muted">
          {phrase('{by}{person}, {seconds} s', {
            by: ASKED_BY[data.by] ?? data.by,
            person: data.person === undefined ? '' : phrase(' by {person}', { person: exactText(data.person) }),
            seconds: Number(data.seconds.toFixed(2)),
          })}
        </Text>
      </Group>
      {Object.keys(data.parameters).length > 0 && <Pairs of={data.parameters} />}
      {proof && (
        <Alert color="yellow" title={phrase('It proves')}>
          <Text size="sm" className="wrap-anywhere">
            <Said text={proof.finding} />
          </Text>
        </Alert>
      )}
      <MarkedOutput output={data.result} quote={proof?.quote} />
    </>
  )
}
