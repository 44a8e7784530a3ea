/** Lists under a name, the same for everybody: opened with two clicks, saved and removed by those who may act. */
import type { ViewList } from '@contract/view.ts'
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { ask, get } from '../../server/ask.ts'
import { useMay } from '../../server/session.ts'
import { type IncidentSearch, SEARCH_NAMES } from './incidents-queries.ts'

const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => get<ViewList>('/api/views', signal),
})

type Props = { search: IncidentSearch; onOpen: (view: IncidentSearch) => void }

export function SavedViews({ search, onOpen }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const mayChange = useMay('operator')
  const open = (query: string) => {
    close()
    onOpen(readView(query))
  }
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-end" withArrow width={300} trapFocus>
      <Popover.Target>
        <Button variant="default" px="sm" leftSection={<IconBookmark size={16} aria-hidden />} onClick={toggle}>
          {phrase('Views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={phrase('Saved views')} p="xs">
        <Stack gap="xs">
          <Views onOpen={open} mayChange={mayChange} />
          {mayChange && <Save query={writeView(search)} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function Views({ onOpen, mayChange }: { onOpen: (query: string) => void; mayChange: boolean }) {
  const views = useQuery(viewsQuery).data?.views ?? []
  if (views.length === 0)
    return (
      <Text size="sm" className="muted">
        {phrase('No view is saved yet.')}
      </Text>
    )
  return views.map(({ name, query, saved_by }) => (
    <Group key={name} gap={4} wrap="nowrap">
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        justify="flex-start"
        className="saved-view"
        title={phrase('Saved by {savedBy}', { savedBy: exactText(saved_by) })}
        onClick={() => onOpen(query)}
      >
        {exactText(name)}
      </Button>
      {mayChange && <Forget name={name} />}
    </Group>
  ))
}

function useChange() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ method, name, query }: { method: 'PUT' | 'DELETE'; name: string; query?: string }) =>
      ask(method, `/api/views/${encodeURIComponent(name)}`, query === undefined ? undefined : { query }),
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries(viewsQuery)
      notifications.show({ message, color: 'green' })
    },
    onError: ({ message }) => notifications.show({ message, color: 'red', title: phrase('This did not work') }),
  })
}

function Save({ query }: { query: string }) {
  const [name, setName] = useState('')
  const change = useChange()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ method: 'PUT', name: name.trim(), query }, { onSuccess: () => setName('') })
      }}
    >
      <Group gap={6} wrap="nowrap" align="flex-end">
        <TextInput
          label={phrase('Save this list as')}
          size="xs"
          flex={1}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={name.trim() === '' || query === ''} loading={change.isPending}>
          {phrase('Save')}
        </Button>
      </Group>
      {query === '' && (
        <Text size="xs" className="muted" mt={4}>
          {phrase('Set a filter first: the whole list needs no name.')}
        </Text>
      )}
    </form>
  )
}

function Forget({ name }: { name: string }) {
  const change = useChange()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={phrase('Remove the view {name}', { name })}
      loading={change.isPending}
      onClick={() => change.mutate({ method: 'DELETE', name })}
    >
      <IconTrash size={15} aria-hidden />
    </ActionIcon>
  )
}

/** The page is where somebody is in a list, not what the list is. */
function writeView({ page: _, ...view }: IncidentSearch): string {
  return new URLSearchParams(view).toString()
}

function readView(query: string): IncidentSearch {
  const given = new URLSearchParams(query)
  return Object.fromEntries(SEARCH_NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])))
}
