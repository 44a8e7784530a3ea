/** The next sensible looks, one press each: at whom the guesses name, at what it depends on, and at what was never connected. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../server/session.ts'
import { TAKEN_IN } from '../decide.ts'
import type { Guess } from './guesses-of.ts'
import { namesToLookAt, unsetKeys } from './next-names.ts'
import { Quiet } from './quiet.tsx'

type Props = { incident: IncidentDetail; guesses: readonly Guess[]; onLook: (hint: string) => void }

export function NextLooks({ incident, guesses, onLook }: Props) {
  const mayLook = useMay('operator') && TAKEN_IN.rediagnose.includes(incident.status)
  return (
    <>
      {mayLook && (
        <Group gap="xs" role="group" aria-label="Next looks">
          {namesToLookAt(incident, guesses).map((name) => (
            <Button key={name} size="xs" variant="default" onClick={() => onLook(`Look at ${name}.`)}>
              Look at {name}…
            </Button>
          ))}
        </Group>
      )}
      <Unset keys={unsetKeys(incident.diagnosis?.not_seen ?? [])} />
    </>
  )
}

const CONNECTS: Readonly<Record<string, string>> = {
  METRICS_URL: 'Connect the metrics',
  LOGS_URL: 'Connect the logs',
  ERRORS_URL: 'Connect the error tracker',
  KUBECONFIG: 'Connect a cluster',
  TARGET_DATABASES: 'Name the databases',
}

function Unset({ keys }: { keys: readonly string[] }) {
  const isAdmin = useMay('admin')
  if (keys.length === 0) return null
  if (!isAdmin) return <Quiet>An administrator can make more visible by setting {keys.join(', ')}.</Quiet>
  return (
    <Group gap="xs" role="group" aria-label="What would make more visible">
      {keys.map((setting) => (
        <Button
          key={setting}
          size="xs"
          variant="light"
          renderRoot={(props) => <Link {...props} to="/settings" search={{ setting }} />}
        >
          {CONNECTS[setting] ?? `Set ${setting}`}
        </Button>
      ))}
    </Group>
  )
}
