/** Deleting needs no second question, because for a while it can be undone. */
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { bringBack, type Entry, removeEntry } from './knowledge-queries.ts'

const UNDO_MS = 15_000

export function useRemoval() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const undo = async (id: string) => {
    notifications.hide(id)
    await bringBack(id)
    await queries.invalidateQueries({ queryKey: ['knowledge'] })
    await navigate({ to: '/knowledge', search: { entry: id } })
  }
  return useMutation({
    mutationFn: ({ entry, mark }: { entry: Entry; mark: string }) => removeEntry(entry.id, mark),
    onSuccess: async (_nothing, { entry }) => {
      offerUndo(entry, () => undo(entry.id).catch(tellTrouble))
      await navigate({ to: '/knowledge', search: {} })
      queries.removeQueries({ queryKey: ['knowledge', 'entry', entry.id] })
      await queries.invalidateQueries({ queryKey: ['knowledge'] })
    },
    onError: tellTrouble,
  })
}

function offerUndo({ id, title }: Entry, undo: () => Promise<void>): void {
  notifications.show({
    id,
    autoClose: UNDO_MS,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': phrase('Close') },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="wrap-anywhere" lineClamp={2}>
          {phrase('“{title}” is deleted.', { title })}
        </Text>
        <Button size="xs" variant="default" onClick={() => void undo()}>
          {phrase('Undo')}
        </Button>
      </Group>
    ),
  })
}

function tellTrouble(error: unknown): void {
  const message = error instanceof Error ? error.message : phrase('This did not work.')
  notifications.show({
    color: 'red',
    title: phrase('This did not work'),
    message,
    closeButtonProps: { 'aria-label': phrase('Close') },
  })
}
