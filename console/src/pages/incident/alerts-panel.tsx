import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Button, Group, Pagination, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { locale } from '../../language/language.ts'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { SeverityBadge } from '../../parts/badges.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText, exactValue } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { Shortened } from '../../parts/shortened.tsx'
import { alertsQuery } from '../../server/queries.ts'
import { AlertState } from './alert-state.tsx'
import { belowHeading, isHeading, tellMeasured, unsaid } from './alert-words.ts'
import { Pairs } from './pairs.tsx'
import { Panel } from './panel.tsx'

const ALERTS_SHOWN = 20

const TURNS = {
  first: phrase('first page of alerts'),
  previous: phrase('previous page of alerts'),
  next: phrase('next page of alerts'),
  last: phrase('last page of alerts'),
} as const

/** What the sender said, word for word; what our own watch said, in the reader's language. */
export function AlertsPanel({ incident }: { incident: IncidentDetail }) {
  const { alert_counts, description, fingerprint } = incident
  const { total, firing } = alert_counts
  const message = belowHeading(incident, description)
  return (
    <Panel title={total === 1 ? phrase('Alert') : phrase('Alerts ({firing} of {total} firing)', { firing, total })}>
      <Stack gap="md">
        {message !== '' && (
          <Shortened name={phrase('What the alert says')} maxHeight={120}>
            <Text size="sm" className="outside">
              {incident.source === 'monitor' ? <Said text={message} /> : exactText(message)}
            </Text>
          </Shortened>
        )}
        {total > ALERTS_SHOWN ? (
          <PagedAlerts incident={incident} />
        ) : (
          <AlertViews alerts={incident.alerts} incident={incident} />
        )}
        <Text size="xs" className="muted wrap-anywhere">
          {phrase('Fingerprint {fingerprint}', { fingerprint })}
        </Text>
      </Stack>
    </Panel>
  )
}

function PagedAlerts({ incident }: { incident: IncidentDetail }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(alertsQuery(incident.id, page, ALERTS_SHOWN))
  if (!data)
    return error ? <ErrorNote error={error} retry={refetch} /> : <Text size="sm">{phrase('Asking for them…')}</Text>
  return (
    <>
      <AlertViews alerts={data.items} incident={incident} />
      <Pagination
        size="sm"
        value={page}
        onChange={setPage}
        total={data.total_pages}
        getControlProps={(control) => ({ 'aria-label': TURNS[control] })}
        getItemProps={(item) => ({ 'aria-label': phrase('page {item} of alerts', { item }) })}
      />
    </>
  )
}

function AlertViews({ alerts, incident }: { alerts: readonly OneAlert[]; incident: IncidentDetail }) {
  return alerts.map((alert) => <AlertView key={alert.key} alert={alert} incident={incident} />)
}

type OneAlert = IncidentDetail['alerts'][number]

function AlertView({ alert, incident }: { alert: OneAlert; incident: IncidentDetail }) {
  return (
    <Stack gap={6} className="action">
      <Group gap="xs">
        {!(incident.alert_counts.total === 1 && isHeading(incident, alert.name)) && (
          <Text size="sm" fw={600} className="wrap-anywhere">
            {exactText(alert.name)}
          </Text>
        )}
        <AlertState state={alert.state} incident={incident} />
        {alert.severity && <SeverityBadge severity={alert.severity} />}
      </Group>
      {alert.starts_at !== undefined && (
        <Text size="xs" className="muted">
          {richPhrase('since {moment}, says its source', { moment: <Moment at={alert.starts_at} size="xs" /> })}
        </Text>
      )}
      <Measured of={alert} />
      <Labels of={unsaid(alert, incident)} />
    </Stack>
  )
}

/** In words; where they cannot be found, it stands among the labels as it was sent. */
function Measured({ of: { annotations } }: { of: OneAlert }) {
  const measured = tellMeasured(annotations.valueString ?? '')
  if (measured === undefined) return null
  return (
    <Text size="sm" className="wrap-anywhere">
      {phrase('Measured: {measured}', { measured: exactText(measured) })}
    </Text>
  )
}

const LABELS_SHOWN = 20

/** Some senders give an alert hundreds of labels: the first ones are shown until somebody asks for all. */
function Labels({ of: labels }: { of: Readonly<Record<string, string>> }) {
  const [isWhole, setIsWhole] = useState(false)
  const entries = Object.entries(labels)
  const isLong = entries.length > LABELS_SHOWN
  const count = entries.length.toLocaleString(locale)
  return (
    <>
      <Pairs of={isLong && !isWhole ? Object.fromEntries(entries.slice(0, LABELS_SHOWN)) : labels} show={showLabel} />
      {isLong && (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? phrase('Show less') : phrase('Show all {count}', { count })}
        </Button>
      )}
    </>
  )
}

const ADDRESS = /^https?:\/\/\S+$/
/** More than a few lines: some senders put a whole dump into one label. */
const LONG = 300

/** An address alone may be followed; one inside a text stays text. Of a long text the beginning is shown. */
function showLabel(value: unknown, name: string) {
  const text = exactValue(value)
  if (ADDRESS.test(text))
    return (
      <Anchor href={text} target="_blank" rel="noreferrer noopener" inherit className="address" title={text}>
        {text}
      </Anchor>
    )
  if (text.length <= LONG) return text
  return (
    <Shortened name={exactText(name)} maxHeight={100}>
      {text}
    </Shortened>
  )
}
