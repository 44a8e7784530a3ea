/** Told to whoever was second: what the service answered, and who decided what. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Alert, Text } from '@mantine/core'
import { STATUS_WORDS } from '../../parts/badges.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { DECISION_WORDS } from './event-words.ts'
import { lastOf } from './timeline-reading.ts'

type Props = { incident: IncidentDetail; sentence: string; onDismiss: () => void }

export function Overtaken({ incident, sentence, onDismiss }: Props) {
  const decision = lastOf(incident.events, 'confirmation_received')
  return (
    <Alert
      color="orange"
      title="Your word was not taken"
      role="alert"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onDismiss}
    >
      <Text size="sm">{sentence}</Text>
      {decision && (
        <Text size="sm" className="wrap-anywhere">
          {DECISION_WORDS[decision.data.decision] ?? decision.data.decision} by <b>{exactText(decision.data.by)}</b> (
          {decision.data.via}), <Moment at={decision.timestamp} />
          {decision.data.comment !== '' && <>: {exactText(decision.data.comment)}</>}
        </Text>
      )}
      <Text size="sm">It stands now at: {STATUS_WORDS[incident.status]}.</Text>
    </Alert>
  )
}
