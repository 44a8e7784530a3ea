/** What is always at hand: the report, a note, and the word that it is over. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { isClosed } from '../../parts/statuses.ts'
import { useMay } from '../../server/session.ts'
import { Assigning } from './assigning.tsx'
import { TAKEN_IN } from './decide.ts'
import type { Asked } from './obstacle.ts'

export function IncidentActions({ incident, onAsk }: { incident: IncidentDetail; onAsk: (asked: Asked) => void }) {
  const { id, status } = incident
  const mayAct = useMay('operator')
  return (
    <Group gap={6}>
      {mayAct && !isClosed(status) && <Assigning incident={incident} />}
      {mayAct && TAKEN_IN.resolve.includes(status) && (
        <Button size="xs" px={10} variant="default" onClick={() => onAsk('resolve')}>
          {phrase('Mark as resolved…')}
        </Button>
      )}
      {mayAct && (
        <Button size="xs" px={10} variant="default" onClick={() => onAsk('note')}>
          {phrase('Add a note…')}
        </Button>
      )}
      <Button
        size="xs"
        px={10}
        variant="default"
        renderRoot={(props) => <Link {...props} to="/runs" search={{ incident: id }} />}
      >
        {phrase('Runs')}
      </Button>
      <Button
        size="xs"
        px={10}
        variant="default"
        renderRoot={(props) => <Link {...props} to="/incidents/$id/report" params={{ id }} />}
        leftSection={<IconFileText size={14} aria-hidden />}
      >
        {phrase('Report')}
      </Button>
    </Group>
  )
}
