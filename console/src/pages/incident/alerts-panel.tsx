import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Badge, Group, Spoiler, Stack, Text } from '@mantine/core'
import { exactText, exactValue } from '../../parts/exact-text.ts'
import { Pairs } from './pairs.tsx'
import { Panel } from './panel.tsx'

const ALERTS_SHOWN = 20

/** What the sender said, word for word. */
export function AlertsPanel({ incident: { alerts, description, fingerprint } }: { incident: IncidentDetail }) {
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
          <AlertView key={alert.key} alert={alert} />
        ))}
        {left > 0 && <Text size="sm">and {left} more</Text>}
        <Text size="xs" className="muted wrap-anywhere">
          Fingerprint {fingerprint}
        </Text>
      </Stack>
    </Panel>
  )
}

function AlertView({ alert: { name, state, labels, annotations } }: { alert: IncidentDetail['alerts'][number] }) {
  return (
    <Stack gap={6} className="action">
      <Group gap="xs">
        <Text size="sm" fw={600} className="wrap-anywhere">
          {exactText(name)}
        </Text>
        <Badge variant="light" color={state === 'firing' ? 'red' : 'green'} tt="none" autoContrast>
          {state}
        </Badge>
      </Group>
      <Pairs of={labels} />
      <Pairs of={annotations} show={withLinks} />
    </Stack>
  )
}

const ADDRESS = /^https?:\/\/\S+$/

/** An address alone may be followed; one inside a text stays text. */
function withLinks(value: unknown) {
  const text = exactValue(value)
  if (!ADDRESS.test(text)) return text
  return (
    <Anchor href={text} target="_blank" rel="noreferrer noopener" inherit>
      {text}
    </Anchor>
  )
}
