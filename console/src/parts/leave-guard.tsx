/** Asks before what was typed is lost: when another page is chosen, and when the tab is closed. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

type Place = { pathname: string; search: unknown }

const isAnotherPage = (from: Place, to: Place) => from.pathname !== to.pathname

export function LeaveGuard({
  isChanged,
  leaves = isAnotherPage,
}: {
  isChanged: boolean
  leaves?: typeof isAnotherPage
}) {
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && leaves(current, next),
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <Modal opened={blocked.status === 'blocked'} onClose={() => blocked.reset?.()} title="Leave without saving?">
      <Stack>
        <Text size="sm">What you changed here is not saved and would be lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocked.reset?.()}>
            Stay
          </Button>
          <Button onClick={() => blocked.proceed?.()}>Leave</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
