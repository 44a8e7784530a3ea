/** A document from a file: first a look at what would change, then into the editor or saved at once. */
import { Alert, Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { DialogFooter } from '../../parts/dialog-footer.tsx'
import { ChangesList } from './changes-list.tsx'
import { isRecord, readJson, writeJson } from './exact-json.ts'
import { scanJson } from './json-scan.ts'
import type { Draft } from './use-draft.ts'

type Chosen = { name: string; text: string } | { name: string; refused: string }

export function ImportFile({ draft, saved, onTaken }: { draft: Draft; saved: string; onTaken: () => void }) {
  const [chosen, setChosen] = useState<Chosen>()
  const forgetFile = useRef<() => void>(null)
  const close = () => {
    setChosen(undefined)
    forgetFile.current?.()
  }
  const take = (text: string) => {
    draft.setText(text)
    close()
    onTaken()
  }
  const choose = async (file: File | null) => {
    if (file) setChosen({ name: file.name, ...readDocument(await file.text()) })
  }
  return (
    <>
      <FileButton accept="application/json,.json" resetRef={forgetFile} onChange={(file) => void choose(file)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileImport size={16} aria-hidden />}>
            {phrase('Import')}
          </Button>
        )}
      </FileButton>
      <Modal
        opened={chosen !== undefined}
        onClose={close}
        title={phrase('Import {name}', { name: chosen?.name ?? '' })}
        size="lg"
      >
        {chosen && 'refused' in chosen && <Alert color="red">{chosen.refused}</Alert>}
        {chosen && 'text' in chosen && (
          <Review
            saved={saved}
            text={chosen.text}
            hasDraft={draft.isChanged}
            onTake={() => take(chosen.text)}
            onClose={close}
          />
        )}
      </Modal>
    </>
  )
}

type ReviewGiven = { saved: string; text: string; hasDraft: boolean; onTake: () => void; onClose: () => void }

function Review({ saved, text, hasDraft, onTake, onClose }: ReviewGiven) {
  return (
    <Stack>
      <Text size="sm">
        {phrase(
          'The file replaces the whole document. This is what would change. Nothing is saved yet: taken over, it stands in the editor, to be looked through and saved.',
        )}
      </Text>
      {hasDraft && <Alert color="yellow">{phrase('Your unsaved changes would be replaced too.')}</Alert>}
      <ChangesList before={saved} after={text} />
      <DialogFooter>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {phrase('Not now')}
          </Button>
          <Button onClick={onTake}>{phrase('Take over')}</Button>
        </Group>
      </DialogFooter>
    </Stack>
  )
}

function readDocument(file: string): { text: string } | { refused: string } {
  const text = file.replace(/^\uFEFF/, '')
  const { mistake } = scanJson(text)
  if (mistake)
    return {
      refused: phrase('This file is no JSON. Line {line}: {message}', { line: mistake.line, message: mistake.message }),
    }
  const value = readJson(text)
  return isRecord(value) ? { text: writeJson(value) } : { refused: phrase('The file must hold an object: { … }.') }
}
