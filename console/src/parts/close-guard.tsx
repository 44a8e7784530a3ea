/** Asks before what was typed in a sheet or a dialog is lost by Escape or by a press beside it. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { phrase } from '../language/phrase.ts'

type CloseGuard = {
  /** Closes, or asks first. */
  close: () => void
  /** Closes what is done with. */
  leave: () => void
  /** While the question stands, its own keys count. */
  isAsked: boolean
  setChanged: (isChanged: boolean) => void
  question: ReactNode
}

export function useCloseGuard(onClose: () => void): CloseGuard {
  const [isChanged, setChanged] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const leave = () => {
    setIsAsked(false)
    setChanged(false)
    onClose()
  }
  const stay = () => setIsAsked(false)
  // Not there before it is asked: it would hear the very press that asks it, and be gone again.
  const question = isAsked && (
    <Modal
      opened
      onClose={stay}
      title={phrase('Leave without saving?')}
      zIndex={ABOVE}
      transitionProps={{ duration: 0 }}
    >
      <Stack>
        <Text size="sm">{phrase('What you typed here would be lost.')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            {phrase('Stay')}
          </Button>
          <Button onClick={leave}>{phrase('Leave')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
  return { close: () => (isChanged ? setIsAsked(true) : leave()), leave, isAsked, setChanged, question }
}

/** The sheet itself stands at 200. */
const ABOVE = 300
