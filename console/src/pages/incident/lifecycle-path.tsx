/** The status as a way: where it has been and for how long, where it is, and what would come. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { useClock } from '../../parts/clock.ts'
import { useTicking } from '../../parts/moment.tsx'
import { isClosed, STATUS_WORDS } from '../../parts/statuses.ts'
import { tellClock, tellDuration } from '../../parts/times.ts'
import { type Stop, type StopStatus, wayAhead, wayTaken } from './lifecycle-course.ts'

const COLORS: Record<StopStatus, string> = {
  gathered: 'gray-6',
  pending: 'gray-6',
  diagnosing: 'blue-6',
  awaiting_approval: 'ember-6',
  executing: 'violet-6',
  verifying: 'cyan-7',
  resolved: 'green-7',
  ignored: 'gray-6',
  expired: 'gray-6',
  escalated: 'red-6',
}

const WORDS: Record<StopStatus, string> = { ...STATUS_WORDS, gathered: phrase('Waiting with its leader') }

export function LifecyclePath({ incident }: { incident: IncidentDetail }) {
  const taken = wayTaken(incident)
  const ahead = wayAhead(incident)
  return (
    <section aria-label={phrase('Way through the lifecycle')}>
      <ol className="way">
        {taken.map((stop, at) => (
          <StopTaken key={`${stop.status} ${stop.at}`} stop={stop} isHere={at === taken.length - 1} />
        ))}
        {ahead.map((status) => (
          <li key={status} className="way-stop" data-ahead>
            <Text size="sm">{STATUS_WORDS[status]}</Text>
          </li>
        ))}
      </ol>
    </section>
  )
}

function StopTaken({ stop: { status, at, until }, isHere }: { stop: Stop; isHere: boolean }) {
  return (
    <li
      className="way-stop"
      {...(isHere && { 'data-here': true, 'aria-current': 'step' as const })}
      style={{ '--way-color': `var(--mantine-color-${COLORS[status]})` } as React.CSSProperties}
    >
      <Text size="sm" fw={isHere ? 700 : 400}>
        {WORDS[status]}
      </Text>
      {at !== undefined && (
        <Text size="xs" className="muted">
          {until === undefined ? (
            <Staying status={status} since={at} />
          ) : (
            tellDuration((Date.parse(until) - Date.parse(at)) / 1000)
          )}
        </Text>
      )}
    </li>
  )
}

function Staying({ status, since }: { status: StopStatus; since: string }) {
  useClock()
  const isEnd = status !== 'gathered' && isClosed(status)
  const now = useTicking(!isEnd)
  return isEnd ? tellClock(since) : phrase('for {span}', { span: tellDuration((now - Date.parse(since)) / 1000) })
}
