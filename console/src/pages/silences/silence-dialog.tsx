/** A silence is written, tried on what came today, and then made; or one that holds is changed. */
import type { SilenceItem } from '@contract/silence.ts'
import { Button, Group, Modal, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useClock } from '../../parts/clock.ts'
import { useCloseGuard } from '../../parts/close-guard.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { momentOf, tellZone } from '../../parts/times.ts'
import { Refusal } from '../../server/ask.ts'
import { EMPTY_ROW, MatcherRows, matchersOf, type Row, rowsOf } from './matcher-rows.tsx'
import { Previewed } from './previewed.tsx'
import { changeSilence, makeSilence, type NewSilence, previewOf, type SilenceChanges } from './silence-queries.ts'

const HOUR_SECONDS = 3_600
const HOUR_MS = HOUR_SECONDS * 1000

const LENGTHS = [
  { value: '1', label: phrase('an hour') },
  { value: '2', label: phrase('two hours') },
  { value: '4', label: phrase('four hours') },
  { value: '8', label: phrase('eight hours') },
  { value: '24', label: phrase('a day') },
  { value: '168', label: phrase('a week') },
]

type DialogProps = { isOpen: boolean; onClose: () => void /** The one that is changed. */; silence?: SilenceItem }

export function SilenceDialog({ isOpen, onClose, silence }: DialogProps) {
  const title = silence ? phrase('Change the silence') : phrase('New silence')
  const { close, leave, isAsked, setChanged, question } = useCloseGuard(onClose)
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={close}
        closeOnEscape={!isAsked}
        trapFocus={!isAsked}
        title={title}
        size="lg"
        transitionProps={{ duration: 0 }}
      >
        {isOpen && <SilenceForm onClose={leave} silence={silence} onChanged={setChanged} />}
      </Modal>
      {question}
    </>
  )
}

const AS_IT_IS = ''

type FormProps = {
  onClose: () => void
  silence: SilenceItem | undefined
  onChanged: (isChanged: boolean) => void
}

function SilenceForm({ onClose, silence, onChanged }: FormProps) {
  const [rows, setRows] = useState<Row[]>(silence ? rowsOf(silence.matchers) : [EMPTY_ROW])
  const [begins, setBegins] = useState('')
  const [hours, setHours] = useState(silence ? AS_IT_IS : '1')
  const [comment, setComment] = useState(silence?.comment ?? '')
  const [isMeant, setIsMeant] = useState(false)
  const untouched = silence ? rowsOf(silence.matchers) : [EMPTY_ROW]
  const isChanged =
    comment !== (silence?.comment ?? '') || begins !== '' || JSON.stringify(rows) !== JSON.stringify(untouched)
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  const clock = useClock()
  const queries = useQueryClient()
  const trying = useMutation({ mutationFn: () => previewOf(matchersOf(rows)) })
  const making = useMutation({
    mutationFn: () => {
      const meant = isMeant ? { confirm: 'everything' as const } : {}
      return silence
        ? changeSilence(silence.id, { ...changesOf(silence), ...meant })
        : makeSilence({ ...silenceOf(), ...meant })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['silences'] })
      onClose()
    },
    // It asks twice: the preview has the box to say so.
    onError: (error) => isConflict(error) && trying.mutate(),
  })
  const isAsking = isConflict(making.error) && trying.data?.hides_everything === true
  const refusal = trying.error ?? (isAsking ? null : making.error)
  /** A length and not an end: the clock of this browser may be wrong. */
  const silenceOf = (): NewSilence => ({
    matchers: matchersOf(rows),
    seconds: Number(hours) * HOUR_SECONDS,
    comment,
    ...startOf(momentOf(begins, clock)),
  })
  /** A new length counts from now, or from its beginning where that is to come. */
  const changesOf = ({ starts_at, ends_at }: SilenceItem): SilenceChanges => {
    const starts = Math.max(Date.now(), Date.parse(starts_at))
    const end = hours === AS_IT_IS ? ends_at : new Date(starts + Number(hours) * HOUR_MS).toISOString()
    return { matchers: matchersOf(rows), ends_at: end, comment }
  }
  const change = (next: Row[]) => {
    setRows(next)
    setIsMeant(false)
    trying.reset()
    making.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    making.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{phrase('Alerts whose labels match all of these open nothing and call nobody.')}</Text>
        <MatcherRows rows={rows} onChange={change} />
        <SimpleGrid cols={{ base: 1, xs: silence ? 1 : 2 }}>
          {!silence && (
            <TextInput
              label={phrase('From (now, where empty), {zone}', {
                zone: tellZone(momentOf(begins, clock) ?? new Date()),
              })}
              type="datetime-local"
              value={begins}
              onChange={(event) => setBegins(event.currentTarget.value)}
            />
          )}
          <NativeSelect
            label={silence ? phrase('It lasts') : phrase('For')}
            data={silence ? [{ value: AS_IT_IS, label: phrase('as long as before') }, ...LENGTHS] : LENGTHS}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
        </SimpleGrid>
        <Textarea
          label={phrase('Why?')}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          maxLength={10_000}
          autosize
          minRows={2}
          required
        />
        {trying.data && <Previewed preview={trying.data} isMeant={isMeant} onMeant={setIsMeant} />}
        {refusal && <ErrorNote error={refusal} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" loading={trying.isPending} onClick={() => trying.mutate()}>
            {phrase('What would match?')}
          </Button>
          <Button type="submit" loading={making.isPending} disabled={comment.trim() === ''}>
            {silence ? phrase('Change it') : phrase('Make it')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function startOf(moment: Date | undefined): Pick<NewSilence, 'starts_at'> {
  return moment ? { starts_at: moment.toISOString() } : {}
}

function isConflict(error: Error | null): boolean {
  return error instanceof Refusal && error.status === 409
}
