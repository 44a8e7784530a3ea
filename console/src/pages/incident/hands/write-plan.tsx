/** A plan of one's own, written where it can be handed in; elsewhere it is said when, or where, that will be. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Drawer, Text } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../../language/phrase.ts'
import { useCloseGuard } from '../../../parts/close-guard.tsx'
import { isClosed } from '../../../parts/statuses.ts'
import { useMay } from '../../../server/session.ts'
import { PlanForm } from './plan-form.tsx'

export function WritePlan({ incident, onWrite }: { incident: IncidentDetail; onWrite: () => void }) {
  const { status, part_of } = incident
  if (!useMay('operator') || isClosed(status)) return null
  if (part_of !== null)
    return (
      <Elsewhere>
        {richPhrase('A plan for both is written at {leader}.', { leader: <Leader id={part_of} /> })}
      </Elsewhere>
    )
  if (status === 'escalated')
    return (
      <Button
        variant="default"
        px={14}
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPencilPlus size={16} aria-hidden />}
        onClick={onWrite}
      >
        {phrase('Write a plan…')}
      </Button>
    )
  return (
    <Elsewhere>
      {status === 'awaiting_approval'
        ? phrase('A plan waits already: once it is rejected, another one can be written.')
        : phrase('A plan can be written once the incident is escalated to people.')}
    </Elsewhere>
  )
}

function Elsewhere({ children }: { children: React.ReactNode }) {
  return (
    <Text size="sm" className="muted">
      {children}
    </Text>
  )
}

function Leader({ id }: { id: string }) {
  return (
    <Link to="/incidents/$id" params={{ id }} className="kin">
      {id}
    </Link>
  )
}

type DrawerProps = { incident: IncidentDetail; isOpen: boolean; onClose: () => void }

/** It belongs to the page, not to the button: what is half written stays when the incident moves on meanwhile. */
export function PlanDrawer({ incident, isOpen, onClose }: DrawerProps) {
  const { close, leave, isAsked, setChanged, question } = useCloseGuard(onClose)
  // What is decided next stands at the top, where the button it was written from may not be.
  const toThePlan = () => {
    leave()
    window.scrollTo({ top: 0 })
  }
  return (
    <>
      <Drawer
        opened={isOpen}
        onClose={close}
        closeOnEscape={!isAsked}
        trapFocus={!isAsked}
        title={phrase('Write a plan')}
        position="right"
        size="xl"
        transitionProps={{ duration: 0 }}
      >
        {isOpen && <PlanForm incident={incident} onTaken={toThePlan} onChanged={setChanged} />}
      </Drawer>
      {question}
    </>
  )
}
