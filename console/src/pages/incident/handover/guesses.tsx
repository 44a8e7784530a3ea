import type { IncidentDetail } from '@contract/incident.ts'
import type { IncidentEvent } from '@contract/incident-event.ts'
import { Button, Group, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { inLanguage } from '../../../language/of-service.ts'
import { phrase, richPhrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { Said } from '../../../parts/said.tsx'
import { tellLook } from '../../../parts/tool-names.ts'
import { callOf } from '../timeline-reading.ts'
import { isOfDiagnosis } from './beside-guesses.ts'
import type { Guess } from './guesses-of.ts'
import { looksOf } from './looks-of.ts'
import { Quiet } from './quiet.tsx'

type Props = { guesses: readonly Guess[]; incident: IncidentDetail; onOpen: (event: IncidentEvent) => void }

export function Guesses({ guesses, incident, onOpen }: Props) {
  if (guesses.length === 0) return <Quiet>{whyNone(incident)}</Quiet>
  return (
    <List type="ordered" size="sm" spacing="xs" aria-label={phrase('Best guesses')}>
      {guesses.map((guess) => (
        <List.Item key={guess.kind === 'before' ? guess.incident.id : guess.entity} className="wrap-anywhere">
          {guess.kind === 'before' ? (
            <Before incident={guess.incident} />
          ) : (
            <SeenGuess guess={guess} incident={incident} onOpen={onOpen} />
          )}
        </List.Item>
      ))}
    </List>
  )
}

function whyNone(incident: IncidentDetail): string {
  const { diagnosis } = incident
  if (!diagnosis) return phrase('Nobody has looked for the cause yet.')
  if (diagnosis.situation !== 'unclear' && diagnosis.key_findings.length > 0)
    return phrase('What was found stands under Diagnosis, with its proof.')
  if (looksOf(incident).answered.length === 0 && diagnosis.not_seen.length > 0)
    return phrase(
      'Nothing could be looked at, so nothing points to anybody; what would have to be connected stands below.',
    )
  return phrase('Nothing that was seen points to anybody, and no earlier incident is like this one.')
}

type SeenProps = Omit<Props, 'guesses'> & { guess: Exclude<Guess, { kind: 'before' }> }

function SeenGuess({ guess: { kind, entity, findings: all, against }, incident, onOpen }: SeenProps) {
  const findings = kind === 'concluded' ? all : all.filter(({ text }) => !isOfDiagnosis(text, incident))
  const name = <b>{exactText(entity)}</b>
  const isElsewhere = findings.length < Math.max(1, all.length)
  // Whose name nobody knows, as of what is not there, is told by its findings alone.
  const isNamed = entity !== ''
  return (
    <>
      {isNamed && (isElsewhere ? richPhrase('{name}, by what stands under Diagnosis', { name }) : name)}
      <List size="sm" listStyleType={isNamed ? 'disc' : 'none'}>
        {findings.map(({ text, evidence }) => (
          <List.Item key={text}>
            <Said text={text} />{' '}
            <ProofButtons calls={evidence.map(({ call }) => call)} incident={incident} onOpen={onOpen} />
          </List.Item>
        ))}
      </List>
      {against.length > 0 && (
        <Text size="xs" className="muted">
          {richPhrase('Against it: {against}.', { against: <Said text={against.map(inLanguage).join('; ')} /> })}
        </Text>
      )}
    </>
  )
}

function ProofButtons({ calls, incident, onOpen }: Pick<Props, 'incident' | 'onOpen'> & { calls: readonly string[] }) {
  const events = [...new Set(calls)].flatMap((call) => callOf(incident, call) ?? [])
  return (
    <Group gap={4} component="span" display="inline-flex">
      {events.map((event) => (
        <Button key={event.id} size="compact-xs" variant="default" fw={400} onClick={() => onOpen(event)}>
          {event.data.call} {exactText(tellLook(event.data))}
        </Button>
      ))}
    </Group>
  )
}

function Before({ incident: { id, conclusion, outcome } }: { incident: IncidentDetail['similar'][number] }) {
  return (
    <>
      {richPhrase('As in {link}: {clipped} {outcome}', {
        link: (
          <Link to="/incidents/$id" params={{ id }} className="kin">
            {id}
          </Link>
        ),
        clipped: <Said text={clipped(conclusion)} />,
        outcome: <Said text={outcome} />,
      })}
    </>
  )
}

const SHOWN = 240

/** All of it stands on that incident's own page. */
function clipped(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN).replace(/\s\S*$/, '')} …`
}
