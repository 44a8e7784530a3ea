/** Our hands for people: look with a plugin, or write a plan, on this very incident. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Drawer, Group, Text } from '@mantine/core'
import { IconPencilPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { useCloseGuard } from '../../../parts/close-guard.tsx'
import { isClosed } from '../../../parts/statuses.ts'
import { useMay } from '../../../server/session.ts'
import { Panel } from '../panel.tsx'
import { LookForm } from './look-form.tsx'
import { PlanForm } from './plan-form.tsx'

type Opened = 'look' | 'plan'

const TITLES: Record<Opened, string> = { look: phrase('Look with a plugin'), plan: phrase('Write a plan') }

export function HandsPanel({ incident }: { incident: IncidentDetail }) {
  const [opened, setOpened] = useState<Opened>()
  const { close, leave, isAsked, setChanged, question } = useCloseGuard(() => setOpened(undefined))
  // What is decided next stands at the top, far above the button it was written from.
  const toThePlan = () => {
    leave()
    window.scrollTo({ top: 0 })
  }
  if (!useMay('operator')) return null
  return (
    <Panel title={phrase('By hand')}>
      <Group gap="xs">
        <Button
          variant="default"
          px={14}
          leftSection={<IconSearch size={16} aria-hidden />}
          onClick={() => setOpened('look')}
        >
          {phrase('Look with a plugin…')}
        </Button>
        {incident.status === 'escalated' ? (
          <Button
            variant="default"
            px={14}
            leftSection={<IconPencilPlus size={16} aria-hidden />}
            onClick={() => setOpened('plan')}
          >
            {phrase('Write a plan…')}
          </Button>
        ) : (
          !isClosed(incident.status) && (
            <Text size="sm" className="muted">
              {phrase('A plan can be written once the incident is escalated to people.')}
            </Text>
          )
        )}
      </Group>
      <Drawer
        opened={opened !== undefined}
        onClose={close}
        closeOnEscape={!isAsked}
        trapFocus={!isAsked}
        title={opened && TITLES[opened]}
        position="right"
        size="xl"
        transitionProps={{ duration: 0 }}
      >
        {opened === 'look' && <LookForm incident={incident} />}
        {opened === 'plan' && <PlanForm incident={incident} onTaken={toThePlan} onChanged={setChanged} />}
      </Drawer>
      {question}
    </Panel>
  )
}
