/** A key is shown once, here, and never again. */
import type { IssuedKey } from '@contract/access.ts'
import { Alert, Button, Code, CopyButton, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ErrorNote } from '../../parts/error-note.tsx'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { ask } from '../../server/ask.ts'
import { ISSUING_A_KEY, sessionQuery } from '../../server/session.ts'
import { keysQuery } from './settings-queries.ts'

const ROLES: Record<IssuedKey['role'], string> = {
  sender: 'sender: only posts alerts',
  viewer: 'viewer: reads everything',
  operator: 'operator: decides, and edits knowledge',
  admin: 'admin: also settings, environment and keys',
}

type Props = { isOpen: boolean; isFirst: boolean; onClose: () => void }

export function NewKeyDialog({ isOpen, isFirst, onClose }: Props) {
  const queries = useQueryClient()
  const creating = useMutation({
    mutationKey: ISSUING_A_KEY,
    // A key that is no longer shown is no longer in memory either.
    gcTime: 0,
    mutationFn: async (wanted: { name: string; role: string }) =>
      (await ask<IssuedKey>('POST', '/api/keys', wanted)).data,
  })
  const leave = () => {
    creating.reset()
    onClose()
    void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
    // The first key closes the API, and with it this page: whoever made it signs in now.
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title="New key"
      closeOnClickOutside={!creating.isSuccess}
      closeOnEscape={!creating.isSuccess}
      withCloseButton={!creating.isSuccess}
    >
      {creating.data ? (
        <Issued issued={creating.data} onClose={leave} />
      ) : (
        <KeyForm isFirst={isFirst} isBusy={creating.isPending} error={creating.error} onSubmit={creating.mutate} />
      )}
    </Modal>
  )
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
          <Alert color="yellow" title="The first key closes the API">
            From then on everyone needs a key, this page too. Make the first one an admin key and keep it.
          </Alert>
        )}
        <TextInput
          label="Name"
          description="Whose key it is, or which tool uses it."
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          label="Role"
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
          data={Object.entries(ROLES).map(([value, label]) => ({ value, label }))}
        />
        {error && <ErrorNote error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const LOST_KEY = {
  title: 'Leave without keeping the key?',
  text: 'It is not shown again; whoever needs it would need another one.',
}

function Issued({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  return (
    <Stack>
      <LeaveGuard isChanged leaves={() => true} words={LOST_KEY} />
      <Text size="sm">
        The key of {issued.name} ({issued.role}). Keep it now: it is not shown again.
      </Text>
      <Code block className="wrap-anywhere" data-testid="issued-key">
        {issued.key}
      </Code>
      <Group justify="space-between">
        <CopyButton value={issued.key}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>I have kept it</Button>
      </Group>
    </Stack>
  )
}
