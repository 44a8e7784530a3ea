import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Group, Spoiler, Stack, Text } from '@mantine/core'
import { exactText, exactValue } from '../../parts/exact-text.ts'
import { AlertState } from './alert-state.tsx'
import { Pairs } from './pairs.tsx'
import { Panel } from './panel.tsx'

const ALERTS_SHOWN = 20

/** What the sender said, word for word. */
export function AlertsPanel({ incident }: { incident: IncidentDetail }) {
  const { alerts, description, fingerprint } = incident
  const left = alerts.length - ALERTS_SHOWN
  return (
    <Panel title={alerts.length === 1 ? 'Alert' : `Alerts (${alerts.length})`}>
      <Stack gap="md">
        <Spoiler maxHeight={120} showLabel="Show all of it" hideLabel="Show less">
          <Text size="sm" className="outside">
            {exactText(description)}
          </Text>
        </Spoiler>
        {alerts.slice(0, ALERTS_SHOWN).map((alert) => (
          <AlertView key={alert.key} alert={alert} incident={incident} />
        ))}
        {left > 0 && <Text size="sm">and {left} more</Text>}
        <Text size="xs" className="muted wrap-anywhere">
          Fingerprint {fingerprint}
        </Text>
      </Stack>
    </Panel>
  )
}

type OneAlert = IncidentDetail['alerts'][number]

function AlertView({ alert, incident }: { alert: OneAlert; incident: IncidentDetail }) {
  return (
    <Stack gap={6} className="action">
      <Group gap="xs">
        <Text size="sm" fw={600} className="wrap-anywhere">
          {exactText(alert.name)}
        </Text>
        <AlertState state={alert.state} incident={incident} />
      </Group>
      <Pairs of={unsaid(alert, incident.description)} show={withLinks} />
    </Stack>
  )
}

/** Its name is the heading, and what its message says stands above. */
function unsaid({ name, labels, annotations }: OneAlert, description: string): Record<string, string> {
  const told = Object.entries(annotations).filter(([, text]) => !description.includes(text))
  const { alertname, ...others } = labels
  return { ...(alertname === name ? others : labels), ...Object.fromEntries(told) }
}

const ADDRESS = /^https?:\/\/\S+$/

/** An address alone may be followed; one inside a text stays text. */
function withLinks(value: unknown) {
  const text = exactValue(value)
  if (!ADDRESS.test(text)) return text
  return (
    <Anchor href={text} target="_blank" rel="noreferrer noopener" inherit className="address" title={text}>
      {text}
    </Anchor>
  )
}
