import type { Key } from '@contract/access.ts'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { ask } from '../../server/ask.ts'
import { KeyCards, KeyTable } from './key-list.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { keysQuery } from './settings-queries.ts'

export function Keys() {
  const keys = useQuery(keysQuery)
  const [isCreating, { open, close }] = useDisclosure()
  const [revoked, setRevoked] = useState<Key>()
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const KeyList = isPhone ? KeyCards : KeyTable
  if (keys.isPending) return <Loading />
  if (keys.isError) return <ErrorNote error={keys.error} retry={keys.refetch} />
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" className="muted" maw={640}>
          {phrase(
            'Senders may only post alerts; viewers read; operators decide; administrators also change settings and keys. The key of the environment (API_KEY) is not listed.',
          )}
        </Text>
        <Button onClick={open}>{phrase('New key')}</Button>
      </Group>
      {keys.data.keys.length === 0 ? (
        <EmptyNote title={phrase('No key was issued yet')}>
          {phrase('Without any key the API is open to this machine. As soon as one exists, everyone needs one.')}
        </EmptyNote>
      ) : (
        <KeyList keys={keys.data.keys} onRevoke={setRevoked} />
      )}
      <NewKeyDialog isOpened={isCreating} isFirst={keys.data.keys.length === 0} onClose={close} />
      <RevokeDialog revoked={revoked} onClose={() => setRevoked(undefined)} />
    </Stack>
  )
}

function RevokeDialog({ revoked, onClose }: { revoked: Key | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const revoking = useMutation({
    mutationFn: (id: string) => ask('DELETE', `/api/keys/${id}`),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      notifications.show({ color: 'green', message: phrase('The key is revoked.') })
      onClose()
    },
  })
  return (
    <Modal opened={revoked !== undefined} onClose={onClose} title={phrase('Revoke this key?')}>
      <Stack>
        <Text size="sm">
          {phrase(
            '{name} ({role}) will be refused from the next request on, and whoever signed in with it is signed out. This cannot be undone.',
            { name: revoked?.name ?? '', role: revoked?.role ?? '' },
          )}
        </Text>
        {revoking.isError && <ErrorNote error={revoking.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {phrase('Keep it')}
          </Button>
          <Button color="red" loading={revoking.isPending} onClick={() => revoked && revoking.mutate(revoked.id)}>
            {phrase('Revoke')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
