/** What is to be done with the chosen rows. It stays in sight while the list is scrolled. */
import type { IncidentItem } from '@contract/incident.ts'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { isDialogOpen } from '../../parts/choosing.ts'
import { BULK_ACTIONS, type BulkAction } from './bulk-actions.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { BulkSilence } from './bulk-silence.tsx'
import type { Selection } from './use-selection.ts'

type Asked = { action: BulkAction; incidents: readonly IncidentItem[] }

type Props = { selection: Selection; shown: readonly IncidentItem[]; children: ReactNode }

export function BulkBar({ selection, shown, children }: Props) {
  const [asked, setAsked] = useState<Asked>()
  const Dialog = asked?.action.isUnderOneSilence ? BulkSilence : BulkDialog
  const { chosen, clear } = selection
  /** Without a choice, a key speaks of the row that has the focus. */
  const ask = (action: BulkAction) => {
    const incidents = chosen.length > 0 ? chosen : shown.filter(({ id }) => id === focusedIncident())
    if (incidents.length > 0 && !isDialogOpen()) setAsked({ action, incidents })
  }
  useHotkeys(BULK_ACTIONS.flatMap((action) => (action.key ? [[action.key, () => ask(action)]] : [])))
  useHotkeys([['x', () => !isDialogOpen() && selection.toggle(focusedIncident() ?? '')]])
  return (
    <>
      {chosen.length > 0 && (
        <Paper
          withBorder
          shadow="md"
          p="xs"
          className="surface bulk-bar"
          role="region"
          aria-label={phrase('Chosen incidents')}
        >
          <Group gap="xs">
            <Text size="sm" fw={600} role="status">
              {phrase('{chosen} chosen', { chosen: chosen.length.toLocaleString() })}
            </Text>
            {children}
            {BULK_ACTIONS.map((action) => (
              <Button
                key={action.name}
                size="xs"
                variant="default"
                disabled={!isWorthAsking(action, chosen)}
                onClick={() => ask(action)}
                {...(action.key && { 'aria-keyshortcuts': action.key })}
              >
                {action.label}
              </Button>
            ))}
            <Button size="xs" variant="subtle" onClick={clear}>
              {phrase('Choose none')}
            </Button>
          </Group>
        </Paper>
      )}
      {asked && <Dialog {...asked} onDone={clear} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function isWorthAsking({ atLeast = 1, fits }: BulkAction, chosen: readonly IncidentItem[]): boolean {
  return chosen.filter((incident) => fits(incident, '')).length >= atLeast
}

function focusedIncident(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-incident]')?.dataset.incident
}
