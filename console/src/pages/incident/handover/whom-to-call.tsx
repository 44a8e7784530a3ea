import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { useMay } from '../../../server/session.ts'
import { Quiet } from './quiet.tsx'
import { wayTo } from './way-to.ts'

export function WhomToCall({ incident: { alerts, context } }: { incident: IncidentDetail }) {
  const called = [...(context?.culprits ?? []), ownersOf(context)].filter(isCalled)
  const named = teamsOfLabels(alerts).filter((name) => called.every(({ team }) => team !== name))
  if (called.length + named.length === 0) return <Nobody service={context?.service ?? ''} />
  return (
    <>
      {called.map((one) => (
        <Called key={one.service} {...one} />
      ))}
      {named.map((team) => (
        <Text key={team} size="sm" className="wrap-anywhere">
          {richPhrase('Team {team}, says the alert', { team: <b>{exactText(team)}</b> })}
        </Text>
      ))}
    </>
  )
}

type Owners = NonNullable<IncidentDetail['context']>['culprits'][number]

/** Of whom the alert speaks; who is at fault may be somebody else's, and is called first. */
function ownersOf(context: IncidentDetail['context']): Owners {
  return { service: context?.service ?? '', team: context?.team ?? '', oncall: context?.oncall ?? '' }
}

function isCalled({ team, oncall }: Owners): boolean {
  return team !== '' || oncall !== ''
}

const TEAM_LABELS = ['team', 'owner', 'squad']

function teamsOfLabels(alerts: IncidentDetail['alerts']): string[] {
  const named = alerts.map(({ labels }) => TEAM_LABELS.map((label) => labels[label]).find(Boolean) ?? '')
  return [...new Set(named)].filter((name) => name !== '').slice(0, TEAMS_SHOWN)
}

const TEAMS_SHOWN = 3

function Called({ team, oncall, service }: Owners) {
  return (
    <Text size="sm" className="wrap-anywhere">
      {team !== '' && <TeamOf team={team} service={service} />}
      {team === '' && service !== '' && phrase('For {service}, ', { service: exactText(service) })}
      {team !== '' && oncall !== '' && phrase(', |between two clauses')}
      {oncall !== '' && richPhrase('on call: {person}', { person: <Person name={oncall} /> })}
    </Text>
  )
}

function TeamOf({ team, service }: { team: string; service: string }) {
  const named = { team: <b>{exactText(team)}</b>, service: exactText(service) }
  return service === '' ? richPhrase('Team {team}', named) : richPhrase('Team {team}, for {service}', named)
}

function Person({ name }: { name: string }) {
  const way = wayTo(name)
  if (way === undefined) return <b>{exactText(name)}</b>
  return (
    <Anchor href={way} rel="noreferrer noopener" inherit fw={600} underline="always">
      {exactText(name)}
    </Anchor>
  )
}

function Nobody({ service }: { service: string }) {
  const mayTell = useMay('admin')
  return (
    <Quiet>
      {service === ''
        ? phrase('Nobody has said who looks after this. ')
        : phrase('Nobody has said who looks after {service}. ', { service: exactText(service) })}
      {mayTell && (
        <Anchor component={Link} to="/environment" inherit underline="always">
          {phrase('Say it under Environment')}
        </Anchor>
      )}
    </Quiet>
  )
}
