/** Every word a person says about an incident, with room for a comment. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useCloseGuard } from '../../parts/close-guard.tsx'
import { DialogFooter } from '../../parts/dialog-footer.tsx'
import { ConfirmForm } from './confirm-dialog.tsx'
import { useWord, type Word } from './decide.ts'
import { wordingOf } from './dialog-words.ts'
import { type Asked, obstacleTo, type Seen, see } from './obstacle.ts'
import { WhyNot } from './overtaken.tsx'
import { ignoring, type Repeats, RepeatsChoice } from './repeats-choice.tsx'

type Props = {
  incident: IncidentDetail
  asked: Asked | undefined
  /** The plan it is said of, where there are two. */
  digest?: string | undefined
  /** What stands there to begin with. */
  hint?: string | undefined
  onClose: () => void
}

export function WordDialog({ incident, asked, digest, hint, onClose }: Props) {
  // The plan as it stood when the dialog was opened, and no newer one.
  const [seen, setSeen] = useState(() => see(incident))
  const [openedFor, setOpenedFor] = useState(asked)
  if (openedFor !== asked) {
    setOpenedFor(asked)
    setSeen(see(incident, digest))
  }
  const { close, leave, isAsked, setChanged, question } = useCloseGuard(onClose)
  const title = asked === 'confirm' ? phrase('Run this plan?') : asked && wordingOf(asked, incident).title
  const told = { incident, onClose: leave, onChanged: setChanged }
  return (
    <>
      <Modal
        opened={asked !== undefined}
        onClose={close}
        closeOnEscape={!isAsked}
        trapFocus={!isAsked}
        title={title}
        size={asked === 'confirm' ? 'lg' : 'md'}
        transitionProps={{ duration: 0 }}
      >
        {asked === 'confirm' && seen.plan && <ConfirmForm {...told} seen={{ ...seen, plan: seen.plan }} />}
        {asked !== undefined && asked !== 'confirm' && (
          <WordForm key={asked} {...told} asked={asked} seen={seen} hint={hint} />
        )}
      </Modal>
      {question}
    </>
  )
}

type FormProps = Omit<Props, 'asked'> & {
  asked: Exclude<Asked, 'confirm'>
  seen: Seen
  onChanged: (isChanged: boolean) => void
}

function WordForm({ asked, incident, seen, hint = '', onClose, onChanged }: FormProps) {
  const [text, setText] = useState(hint)
  useEffect(() => onChanged(text !== hint), [text, hint, onChanged])
  const [repeats, setRepeats] = useState<Repeats>('until_cleared')
  const saying = useWord(incident.id)
  const { explains, label, button, isNeeded = false } = wordingOf(asked, incident)
  // One's own word changes the incident a moment before the dialog closes.
  const obstacle = saying.isIdle || saying.isError ? obstacleTo(asked, incident, seen) : undefined
  const word = asked === 'ignore' ? ignoring(text, repeats) : wordOf(asked, text, seen.plan?.digest)
  const say = () => saying.mutate(word, { onSuccess: onClose })
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
        {asked === 'ignore' && <RepeatsChoice value={repeats} onChange={setRepeats} alerts={incident.alerts} />}
        <WhyNot incident={incident} seen={seen} error={saying.error} obstacle={obstacle} />
        <DialogFooter>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={saying.isPending}>
              {obstacle === undefined ? phrase('Not now') : phrase('Close')}
            </Button>
            {obstacle === undefined && (
              <Button type="submit" loading={saying.isPending} disabled={isNeeded && text.trim() === ''}>
                {button}
              </Button>
            )}
          </Group>
        </DialogFooter>
      </Stack>
    </form>
  )
}

/** What is said of a plan names the plan that was seen. */
function wordOf(asked: FormProps['asked'], text: string, digest: string | undefined): Word {
  if (asked === 'note') return { path: 'notes', body: { text } }
  if (asked === 'resolve') return { path: 'resolve', body: { comment: text } }
  return { path: 'decision', body: { decision: asked, comment: text, ...(digest !== undefined && { digest }) } }
}
