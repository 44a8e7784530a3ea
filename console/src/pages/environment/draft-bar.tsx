/** Says that something is not saved yet, and what to do about it; stays in sight while there is. */
import { Alert, Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { phrase } from '../../language/phrase.ts'
import { DialogFooter } from '../../parts/dialog-footer.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { ChangesList } from './changes-list.tsx'
import type { Overtaken } from './saved-document.ts'
import type { Draft } from './use-draft.ts'

type Given = { draft: Draft; saved: string; isSaidAbove: boolean }

export function DraftBar({ draft, saved, isSaidAbove }: Given) {
  const [isOpen, { open, close }] = useDisclosure()
  if (!draft.isChanged) return null
  const canSave = draft.document !== undefined
  return (
    <Paper
      className="draft-bar surface"
      withBorder
      shadow="md"
      p="sm"
      component="section"
      aria-label={phrase('Unsaved changes')}
    >
      <Stack gap="xs">
        {draft.overtaken && <OvertakenNote draft={draft} overtaken={draft.overtaken} />}
        {draft.error && !draft.overtaken && !(isSaidAbove && draft.problems.length > 0) && (
          <Refused draft={draft} error={draft.error} />
        )}
        <Group justify="space-between">
          <Text size="sm">{canSave ? phrase('Not saved yet.') : phrase('Not saved yet; mend the JSON first.')}</Text>
          <Group gap="xs">
            {canSave && (
              <Button variant="default" onClick={open}>
                {phrase('What changes')}
              </Button>
            )}
            <Button variant="default" onClick={draft.discard}>
              {phrase('Discard')}
            </Button>
            <Button onClick={draft.save} loading={draft.isSaving} disabled={!canSave}>
              {phrase('Save')}
            </Button>
          </Group>
        </Group>
      </Stack>
      <Modal opened={isOpen} onClose={close} title={phrase('What saving changes')} size="lg">
        <ChangesList before={saved} after={draft.text} />
      </Modal>
    </Paper>
  )
}

/** Each is said at its field too, but that may be in another part. */
function Refused({ draft, error }: { draft: Draft; error: Error }) {
  if (draft.problems.length === 0) return <ErrorNote error={error} />
  return (
    <Alert color="red" role="alert" title={phrase('The service does not take it like this')}>
      {draft.problems.map(({ field, message }) => (
        <Text key={`${field} ${message}`} size="sm" className="wrap-anywhere">
          {field} {message}
        </Text>
      ))}
    </Alert>
  )
}

function OvertakenNote({ draft, overtaken }: { draft: Draft; overtaken: Overtaken }) {
  const [isOpen, { open, close }] = useDisclosure()
  const overrule = () => draft.overrule(overtaken.theirs)
  return (
    <Alert color="yellow" role="alert" title={phrase('Someone else saved meanwhile')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{phrase('Saving yours now would undo what they changed.')}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={open}>
            {phrase('Theirs against mine')}
          </Button>
          <Button size="xs" variant="default" onClick={overrule}>
            {phrase('Save mine all the same')}
          </Button>
        </Group>
      </Stack>
      <Modal opened={isOpen} onClose={close} title={phrase('What saving yours would do to theirs')} size="lg">
        <Stack gap="md">
          <ChangesList before={overtaken.theirs} after={draft.text} />
          <DialogFooter>
            <Text size="sm">
              {phrase('Nothing is saved yet. What would be lost of theirs can be taken over by hand first.')}
            </Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {phrase('Go on editing')}
              </Button>
              <Button onClick={overrule}>{phrase('Save mine all the same')}</Button>
            </Group>
          </DialogFooter>
        </Stack>
      </Modal>
    </Alert>
  )
}
