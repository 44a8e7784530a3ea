import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Refusal } from '../../server/ask.ts'
import { LinkButton } from './link-button.tsx'
import { Revisions } from './revisions.tsx'

type Given = { id: string; error: Error; retry: () => unknown; canEdit: boolean }

/** An entry that cannot be shown; one that was deleted still has its history, and comes back from it. */
export function NotShown({ id, error, retry, canEdit }: Given) {
  const [isOpen, { open, close }] = useDisclosure()
  const isMissing = error instanceof Refusal && error.status === 404
  return (
    <Stack align="flex-start">
      <Title order={1}>{phrase('Knowledge')}</Title>
      {isMissing ? (
        <Text>{phrase('{message} It may have been deleted.', { message: error.message })}</Text>
      ) : (
        <ErrorNote error={error} retry={retry} />
      )}
      <Group gap="xs">
        <LinkButton variant="default" to="/knowledge" search={{}}>
          {phrase('All entries')}
        </LinkButton>
        {isMissing && (
          <Button variant="default" onClick={open}>
            {phrase('History')}
          </Button>
        )}
      </Group>
      {isOpen && <Revisions id={id} canRestore={canEdit} onClose={close} />}
    </Stack>
  )
}
