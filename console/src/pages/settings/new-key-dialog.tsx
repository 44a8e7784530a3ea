/** A key is shown once, here, and never again. */
import type { IssuedKey } from '@contract/access.ts'
import { Alert, Button, Code, CopyButton, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { ask } from '../../server/ask.ts'
import { ISSUING_A_KEY, type Session, sessionQuery, signIn } from '../../server/session.ts'
import { keysQuery } from './settings-queries.ts'

const ROLES: Record<IssuedKey['role'], string> = {
  sender: phrase('sender: only posts alerts'),
  viewer: phrase('viewer: reads everything'),
  operator: phrase('operator: decides, edits knowledge'),
  admin: phrase('admin: changes everything'),
}

type Props = { isOpened: boolean; isFirst: boolean; onClose: () => void }

export function NewKeyDialog({ isOpened, isFirst, onClose }: Props) {
  const queries = useQueryClient()
  // The first key closes the API, and with it this page: whoever makes it is signed in with it.
  const isOpen = useQuery(sessionQuery).data?.is_open === true
  const creating = useMutation({
    mutationKey: ISSUING_A_KEY,
    // A key that is no longer shown is no longer in memory either.
    gcTime: 0,
    mutationFn: async (wanted: { name: string; role: string }) => {
      const { data: issued } = await ask<IssuedKey>('POST', '/api/keys', wanted)
      return { issued, session: isOpen ? await enter(issued) : undefined }
    },
    onSuccess: ({ session }) => {
      if (session) queries.setQueryData(sessionQuery.queryKey, session)
    },
  })
  const leave = () => {
    creating.reset()
    onClose()
    void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return (
    <Modal
      opened={isOpened}
      onClose={leave}
      title={phrase('New key')}
      closeOnClickOutside={!creating.isSuccess}
      closeOnEscape={!creating.isSuccess}
      withCloseButton={!creating.isSuccess}
    >
      {creating.data ? (
        <Issued issued={creating.data.issued} isIn={creating.data.session !== undefined} onClose={leave} />
      ) : (
        <KeyForm isFirst={isFirst} isBusy={creating.isPending} error={creating.error} onSubmit={creating.mutate} />
      )}
    </Modal>
  )
}

/** Where it does not let its maker in, as a sender's, they are asked for another one. */
async function enter({ key, role }: IssuedKey): Promise<Session | undefined> {
  return role === 'sender' ? undefined : signIn(key).catch(() => undefined)
}

type FormProps = {
  isFirst: boolean
  isBusy: boolean
  error: Error | null
  onSubmit: (wanted: { name: string; role: string }) => void
}

function KeyForm({ isFirst, isBusy, error, onSubmit }: FormProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<string>(isFirst ? 'admin' : 'operator')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({ name, role })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {isFirst && (
          <Alert color="yellow" title={phrase('The first key closes the API')}>
            {phrase(
              'From then on everyone needs a key. Make the first one an admin key and keep it; you are signed in with it.',
            )}
          </Alert>
        )}
        <TextInput
          label={phrase('Name')}
          description={phrase('Whose key it is, or which tool uses it.')}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          label={phrase('Role')}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
          data={Object.entries(ROLES).map(([value, label]) => ({ value, label }))}
        />
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            {phrase('Create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const LOST_KEY = {
  title: phrase('Leave without keeping the key?'),
  text: phrase('It is not shown again; whoever needs it would need another one.'),
}

function Issued({ issued, isIn, onClose }: { issued: IssuedKey; isIn: boolean; onClose: () => void }) {
  return (
    <Stack>
      <LeaveGuard isChanged leaves={() => true} words={LOST_KEY} />
      <Text size="sm">
        {phrase('The key of {name} ({role}). Keep it now: it is not shown again.{signedIn}', {
          name: issued.name,
          role: issued.role,
          signedIn: isIn ? phrase(' You are signed in with it.') : '',
        })}
      </Text>
      <Code block className="raw" data-testid="issued-key">
        {issued.key}
      </Code>
      <Group justify="space-between">
        <CopyButton value={issued.key}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? phrase('Copied') : phrase('Copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{phrase('I have kept it')}</Button>
      </Group>
    </Stack>
  )
}
