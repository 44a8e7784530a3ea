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
      {team !== '' && richPhrase('Team {team}', { team: <b>{exactText(team)}</b> })}
      {team !== '' && oncall !== '' && phrase(', |between two clauses')}
      {oncall !== '' && richPhrase('on call: {person}', { person: <Person name={oncall} /> })}
    </Text>
  )
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
