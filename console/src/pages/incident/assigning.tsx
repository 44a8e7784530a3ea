/** "I have it", and giving it to somebody by name. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useCloseGuard } from '../../parts/close-guard.tsx'
import { DialogFooter } from '../../parts/dialog-footer.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { sessionQuery } from '../../server/session.ts'
import { useWord } from './decide.ts'

export function Assigning({ incident }: { incident: IncidentDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: session } = useQuery(sessionQuery)
  const saying = useWord(incident.id)
  const { close, leave, isAsked, setChanged, question } = useCloseGuard(() => setIsOpen(false))
  const isMine = incident.assignee?.acknowledged === true && incident.assignee.name === session?.name
  return (
    <>
      {!isMine && (
        <Button
          size="xs"
          px={10}
          loading={saying.isPending}
          onClick={() => saying.mutate({ path: 'assignment', body: {} })}
        >
          {phrase('I have it')}
        </Button>
      )}
      <Button size="xs" px={10} variant="default" onClick={() => setIsOpen(true)}>
        {phrase('Give to…')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        closeOnEscape={!isAsked}
        trapFocus={!isAsked}
        title={phrase('Give it to somebody')}
        transitionProps={{ duration: 0 }}
      >
        <GiveForm incident={incident} onClose={leave} onChanged={setChanged} />
      </Modal>
      {question}
    </>
  )
}

const NAME_CHARACTERS_MAX = 200

type GiveProps = { incident: IncidentDetail; onClose: () => void; onChanged: (isChanged: boolean) => void }

function GiveForm({ incident, onClose, onChanged }: GiveProps) {
  const hint = incident.context?.oncall ?? ''
  const [name, setName] = useState(hint)
  useEffect(() => onChanged(name !== hint), [name, hint, onChanged])
  const saying = useWord(incident.id)
  const give = (to: string) => saying.mutate({ path: 'assignment', body: { name: to.trim() } }, { onSuccess: onClose })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        give(name)
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {phrase('Their name stands on the list, on this page and on the card. Nothing else changes.')}
        </Text>
        <TextInput
          label={phrase('Name')}
          value={name}
          maxLength={NAME_CHARACTERS_MAX}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        {saying.error && <ErrorNote error={saying.error} />}
        <DialogFooter>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {phrase('Not now')}
            </Button>
            {incident.assignee && (
              <Button variant="default" onClick={() => give('')}>
                {phrase('Nobody has it')}
              </Button>
            )}
            <Button type="submit" loading={saying.isPending} disabled={name.trim() === ''}>
              {phrase('Give it')}
            </Button>
          </Group>
        </DialogFooter>
      </Stack>
    </form>
  )
}
