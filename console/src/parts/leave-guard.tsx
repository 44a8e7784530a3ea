/** Asks before what was typed is lost: when another page is chosen, and when the tab is closed. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { phrase } from '../language/phrase.ts'

type Place = { pathname: string; search: unknown }

const isAnotherPage = (from: Place, to: Place) => from.pathname !== to.pathname

const UNSAVED = {
  title: phrase('Leave without saving?'),
  text: phrase('What you changed here is not saved and would be lost.'),
}

export function LeaveGuard({
  isChanged,
  leaves = isAnotherPage,
  words = UNSAVED,
}: {
  isChanged: boolean
  leaves?: typeof isAnotherPage
  words?: typeof UNSAVED
}) {
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && leaves(current, next),
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <Modal opened={blocked.status === 'blocked'} onClose={() => blocked.reset?.()} title={words.title}>
      <Stack>
        <Text size="sm">{words.text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocked.reset?.()}>
            {phrase('Stay')}
          </Button>
          <Button onClick={() => blocked.proceed?.()}>{phrase('Leave')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
