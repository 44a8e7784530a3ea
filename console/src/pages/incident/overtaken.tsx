/** Told in the dialog, where one looks: why the word was not taken, or would not be, and who decided what. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Alert, Text } from '@mantine/core'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { STATUS_WORDS } from '../../parts/statuses.ts'
import { useActionWords } from '../../server/action-words.ts'
import { isConflict } from './decide.ts'
import { tellEvent } from './event-words.ts'
import { decidedSince, type Seen } from './obstacle.ts'

type Props = { incident: IncidentDetail; seen: Seen; error: Error | null; obstacle: string | undefined }

export function WhyNot({ incident, seen, error, obstacle }: Props) {
  if (error !== null && !isConflict(error)) return <ErrorNote error={error} />
  const sentence = error?.message ?? obstacle
  if (sentence === undefined) return null
  const title = error === null ? phrase('This has changed meanwhile') : phrase('Your word was not taken')
  return <Overtaken incident={incident} seen={seen} title={title} sentence={sentence} />
}

type OvertakenProps = Pick<Props, 'incident' | 'seen'> & { title: string; sentence: string }

function Overtaken({ incident, seen, title, sentence }: OvertakenProps) {
  const words = useActionWords()
  const decision = decidedSince(incident, seen)
  return (
    <Alert ref={bringIntoSight} color="orange" title={title} role="alert">
      <Text size="sm" className="wrap-anywhere">
        <Said text={sentence} />
      </Text>
      {decision && (
        <Text size="sm" className="wrap-anywhere">
          {richPhrase('{moment}: {what}', {
            moment: <Moment at={decision.timestamp} />,
            what: exactText(tellEvent(decision, words)),
          })}
        </Text>
      )}
      <Text size="sm">{phrase('It stands now at: {status}.', { status: STATUS_WORDS[incident.status] })}</Text>
    </Alert>
  )
}

/** With the buttons below it. */
function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}
