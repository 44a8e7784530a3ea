/** The next sensible looks, one press each: at whom the guesses name, at what it depends on, and at what was never connected. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase } from '../../../language/phrase.ts'
import { listed } from '../../../parts/listed.ts'
import { useMay } from '../../../server/session.ts'
import { isTaken } from '../decide.ts'
import type { Guess } from './guesses-of.ts'
import { namesToLookAt, unsetKeys } from './next-names.ts'
import { Quiet } from './quiet.tsx'

type Props = { incident: IncidentDetail; guesses: readonly Guess[]; onLook: (hint: string) => void }

export function NextLooks({ incident, guesses, onLook }: Props) {
  const mayLook = useMay('operator') && isTaken('rediagnose', incident)
  const names = namesToLookAt(incident, guesses)
  return (
    <>
      {mayLook && (
        <Group gap="xs" role="group" aria-label={phrase('Next looks')}>
          {names.map((name) => (
            <Button key={name} size="xs" variant="default" onClick={() => onLook(phrase('Look at {name}.', { name }))}>
              {phrase('Look at {name}…', { name })}
            </Button>
          ))}
          {names.length === 0 && (
            <Button size="xs" variant="default" onClick={() => onLook('')}>
              {phrase('Say where to look…')}
            </Button>
          )}
        </Group>
      )}
      <Unset keys={unsetKeys(incident.diagnosis?.not_seen ?? [])} />
    </>
  )
}

const CONNECTS: Readonly<Record<string, string>> = {
  METRICS_URL: phrase('Connect the metrics'),
  LOGS_URL: phrase('Connect the logs'),
  ERRORS_URL: phrase('Connect the error tracker'),
  KUBECONFIG: phrase('Connect a cluster'),
  TARGET_DATABASES: phrase('Name the databases'),
}

function Unset({ keys }: { keys: readonly string[] }) {
  const isAdmin = useMay('admin')
  if (keys.length === 0) return null
  if (!isAdmin)
    return <Quiet>{phrase('An administrator can make more visible by setting {keys}.', { keys: listed(keys) })}</Quiet>
  return (
    <Group gap="xs" role="group" aria-label={phrase('What would make more visible')}>
      {keys.map((setting) => (
        <Button
          key={setting}
          size="xs"
          variant="light"
          renderRoot={(props) => <Link {...props} to="/settings" search={{ setting }} />}
        >
          {CONNECTS[setting] ?? phrase('Set {setting}', { setting })}
        </Button>
      ))}
    </Group>
  )
}
