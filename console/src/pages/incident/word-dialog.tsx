/** Every word a person says about an incident, with room for a comment. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '../../parts/error-note.tsx'
import { ConfirmForm } from './confirm-dialog.tsx'
import { type DecisionWord, isConflict, useWord, type Word } from './decide.ts'

export type Asked = DecisionWord | 'resolve' | 'note'

type Wording = { title: string; explains: string; label: string; button: string; isNeeded?: boolean }

const WORDINGS: Record<Exclude<Asked, 'confirm'>, Wording> = {
  reject: {
    title: 'Reject the plan',
    explains: 'Nothing is run, and a person takes over.',
    label: 'What is wrong with it?',
    button: 'Reject the plan',
  },
  rediagnose: {
    title: 'Look again',
    explains: 'A new diagnosis begins, and the plan shown now is dropped. What you write here is taken into account.',
    label: 'What should be looked at?',
    button: 'Look again',
  },
  ignore: {
    title: 'Ignore the incident',
    explains: 'It is closed, and nothing is run.',
    label: 'Why?',
    button: 'Ignore it',
  },
  resolve: {
    title: 'Mark as resolved',
    explains: 'You say that it is over. Nothing is run.',
    label: 'What ended it?',
    button: 'Mark as resolved',
  },
  note: {
    title: 'Add a note',
    explains: 'It stands on the timeline and in the report.',
    label: 'Note',
    button: 'Add the note',
    isNeeded: true,
  },
}

type Props = {
  incident: IncidentDetail
  asked: Asked | undefined
  onClose: () => void
  /** Somebody else was first: what the service answered. */
  onRefused: (sentence: string) => void
}

export function WordDialog({ incident, asked, onClose, onRefused }: Props) {
  // The plan as it stood when the dialog was opened, and no newer one.
  const [seen, setSeen] = useState(incident.proposal)
  const [openedFor, setOpenedFor] = useState(asked)
  if (openedFor !== asked) {
    setOpenedFor(asked)
    setSeen(incident.proposal)
  }
  const refused = (sentence: string) => {
    onClose()
    onRefused(sentence)
  }
  const title = asked === 'confirm' ? 'Run this plan?' : asked && WORDINGS[asked].title
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={title}
      size={asked === 'confirm' ? 'lg' : 'md'}
      transitionProps={{ duration: 0 }}
    >
      {asked === 'confirm' && seen && (
        <ConfirmForm incident={incident} seen={seen} onClose={onClose} onRefused={refused} />
      )}
      {asked !== undefined && asked !== 'confirm' && (
        <WordForm
          key={asked}
          asked={asked}
          digest={seen?.digest}
          incidentId={incident.id}
          onClose={onClose}
          onRefused={refused}
        />
      )}
    </Modal>
  )
}

type FormProps = Omit<Props, 'incident' | 'asked'> & {
  asked: Exclude<Asked, 'confirm'>
  digest: string | undefined
  incidentId: string
}

function WordForm({ asked, digest, incidentId, onClose, onRefused }: FormProps) {
  const [text, setText] = useState('')
  const saying = useWord(incidentId)
  const { explains, label, button, isNeeded = false } = WORDINGS[asked]
  const say = () =>
    saying.mutate(wordOf(asked, text, digest), {
      onSuccess: onClose,
      onError: (error) => isConflict(error) && onRefused(error.message),
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        say()
      }}
    >
      <Stack gap="md">
        <Text size="sm">{explains}</Text>
        <Textarea
          label={label}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={10_000}
          autosize
          minRows={3}
          maxRows={12}
          data-autofocus
        />
        {saying.isError && !isConflict(saying.error) && <ErrorNote error={saying.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={saying.isPending} disabled={isNeeded && text.trim() === ''}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What is said of a plan names the plan that was seen. */
function wordOf(asked: FormProps['asked'], text: string, digest: string | undefined): Word {
  if (asked === 'note') return { path: 'notes', body: { text } }
  if (asked === 'resolve') return { path: 'resolve', body: { comment: text } }
  const isAboutPlan = asked !== 'ignore' && digest !== undefined
  return { path: 'decision', body: { decision: asked, comment: text, ...(isAboutPlan && { digest }) } }
}
