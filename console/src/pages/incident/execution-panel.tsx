/** What is being done, as it happens, and whether it helped. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Proposal } from '@contract/incident-course.ts'
import { Badge, Group, Loader, Stack, Text } from '@mantine/core'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { type ActionToDescribe, tellAction } from '../../parts/action-words.ts'
import { Moment, useTicking } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { tellDuration } from '../../parts/times.ts'
import { useActionWords } from '../../server/action-words.ts'
import { BeforeAfter } from './before-after.tsx'
import { endingOf } from './ending-words.ts'
import { OUTCOME_WORDS } from './event-words.ts'
import { type Deed, type Round, roundsOf, tellCourse } from './execution-rounds.ts'
import { Panel } from './panel.tsx'
import { Verification } from './verification.tsx'

export function ExecutionPanel({ incident }: { incident: IncidentDetail }) {
  const rounds = roundsOf(incident.events)
  if (rounds.length === 0 && incident.status !== 'executing') return null
  return (
    <Panel title={phrase('Execution')}>
      <Stack gap="lg">
        {rounds.length === 0 && <Doing>{phrase('It is about to begin.')}</Doing>}
        {rounds.map((round) => (
          <RoundView
            key={round.id}
            round={round}
            said={endingOf(incident)?.text}
            found={incident.status === 'resolved' ? incident.diagnosis?.conclusion : undefined}
            planned={incident.proposal?.actions ?? []}
          />
        ))}
      </Stack>
    </Panel>
  )
}

type RoundProps = {
  round: Round
  /** What the top of the page tells of the outcome. */
  said: string | undefined
  /** What the diagnosis tells, where it stands below. */
  found: string | undefined
  planned: Proposal['actions']
}

function RoundView({ round, said, found, planned }: RoundProps) {
  const { startedAt, deeds, verification, isOver } = round
  const isVerifying = !isOver && deeds.every(({ completed }) => completed?.data.outcome === 'done')
  return (
    <Stack gap="md">
      <Text size="sm">
        {richPhrase('{course}, begun {moment}', { course: tellCourse(round), moment: <Moment at={startedAt} /> })}
      </Text>
      <Stack gap="md" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {deeds.map((deed) => (
          <li key={deed.step} className="action">
            <DeedView
              action={planned.find((action) => isSame(action, deed)) ?? deed}
              number={deeds.length > 1 ? deed.step + 1 : undefined}
              deed={deed}
              isOver={isOver}
            />
          </li>
        ))}
      </Stack>
      {isVerifying && <Doing>{phrase('Looking whether it helped.')}</Doing>}
      {verification && <Verification data={verification.data} said={said} found={found} />}
    </Stack>
  )
}

function Doing({ children }: { children: React.ReactNode }) {
  return (
    <Group gap="sm" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{children}</Text>
    </Group>
  )
}

const OUTCOME_COLORS: Readonly<Record<string, string>> = {
  done: 'green',
  failed: 'red',
  skipped: 'yellow',
  refused: 'orange',
  unknown: 'red',
}

/** What the plan tells more of, such as the revision it returns to, is told here as well. */
function isSame(action: ActionToDescribe, deed: Deed): boolean {
  return action.plugin === deed.plugin && JSON.stringify(action.parameters) === JSON.stringify(deed.parameters)
}

type DeedProps = { action: ActionToDescribe; number: number | undefined; deed: Deed; isOver: boolean }

function DeedView({ action, number, deed: { started, completed }, isOver }: DeedProps) {
  const words = useActionWords()
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text fw={600} className="wrap-anywhere">
          {number !== undefined && `${number}. `}
          {tellAction(action, words)}
        </Text>
        {completed && (
          <Badge variant="light" color={OUTCOME_COLORS[completed.data.outcome] ?? 'gray'} tt="none" autoContrast>
            {OUTCOME_WORDS[completed.data.outcome] ?? completed.data.outcome}
          </Badge>
        )}
        {completed && (
          <Text size="sm" className="muted">
            {phrase('{seconds} s', { seconds: completed.data.seconds })}
          </Text>
        )}
        {!completed && started && !isOver && <Running since={started.timestamp} />}
        {!completed && !started && (
          <Text size="sm" className="muted">
            {isOver ? phrase('not begun') : phrase('next')}
          </Text>
        )}
      </Group>
      {completed && (
        <>
          <Text size="sm" className="wrap-anywhere">
            <Said text={completed.data.message} />
          </Text>
          <BeforeAfter before={completed.data.before} after={completed.data.after} />
        </>
      )}
    </Stack>
  )
}

function Running({ since }: { since: string }) {
  const seconds = (useTicking() - Date.parse(since)) / 1000
  return (
    <Group gap={6} role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm">{phrase('running for {seconds}', { seconds: tellDuration(seconds) })}</Text>
    </Group>
  )
}
