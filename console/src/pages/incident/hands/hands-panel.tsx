/** Our hands for people: look with a plugin, or write a plan, on this very incident. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Drawer, Group } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { phrase } from '../../../language/phrase.ts'
import { useMay } from '../../../server/session.ts'
import { Panel } from '../panel.tsx'
import { LookForm } from './look-form.tsx'
import { WritePlan } from './write-plan.tsx'

export function HandsPanel({ incident, onWrite }: { incident: IncidentDetail; onWrite: () => void }) {
  const [isLooking, setIsLooking] = useState(false)
  if (!useMay('operator')) return null
  return (
    <Panel title={phrase('By hand')}>
      <Group gap="xs">
        <Button
          variant="default"
          px={14}
          leftSection={<IconSearch size={16} aria-hidden />}
          onClick={() => setIsLooking(true)}
        >
          {phrase('Look with a plugin…')}
        </Button>
        {/* Of one that was handed over it stands at the top, among what a person can do now. */}
        {incident.status !== 'escalated' && <WritePlan incident={incident} onWrite={onWrite} />}
      </Group>
      <Drawer
        opened={isLooking}
        onClose={() => setIsLooking(false)}
        title={phrase('Look with a plugin')}
        position="right"
        size="xl"
        transitionProps={{ duration: 0 }}
      >
        {isLooking && <LookForm incident={incident} />}
      </Drawer>
    </Panel>
  )
}
