import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../../language/phrase.ts'
import { exactText } from '../../../parts/exact-text.ts'
import { useMay } from '../../../server/session.ts'
import { Quiet } from './quiet.tsx'
import { wayTo } from './way-to.ts'

export function WhomToCall({ incident: { context } }: { incident: IncidentDetail }) {
  const { team = '', oncall = '', service = '' } = context ?? {}
  if (team === '' && oncall === '') return <Nobody service={service} />
  return (
    <Text size="sm" className="wrap-anywhere">
      {team !== '' && <TeamOf team={team} service={service} />}
      {team !== '' && oncall !== '' && phrase(', |between two clauses')}
      {oncall !== '' && richPhrase('on call: {person}', { person: <Person name={oncall} /> })}
    </Text>
  )
}

/** Of whom the alert speaks; who is at fault may be somebody else's. */
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
