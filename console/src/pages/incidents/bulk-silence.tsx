/** Many incidents ignored under one silence: by which labels, and what else it would hold back, is seen before it is made. */
import { Button, Group, Modal, NativeSelect, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Loading } from '../../parts/loading.tsx'
import { Previewed } from '../silences/previewed.tsx'
import { makeSilence, sharedPreviewQuery } from '../silences/silence-queries.ts'
import { tellMatchers } from '../silences/silence-words.ts'
import type { BulkDialog } from './bulk-dialog.tsx'
import { Named, Outcome } from './bulk-parts.tsx'
import { sayAll } from './say-all.ts'

const NAMED_IN_REASON = 3

export function BulkSilence({ action, incidents, onDone, onClose }: ComponentProps<typeof BulkDialog>) {
  const fitting = incidents.filter((incident) => action.fits(incident, ''))
  const ids = fitting.map(({ id }) => id)
  const preview = useQuery({ ...sharedPreviewQuery(ids), enabled: ids.length > 0 })
  const lengths = action.choiceOf?.(incidents)
  const [seconds, setSeconds] = useState(lengths?.options[0]?.value ?? '')
  const [comment, setComment] = useState('')
  const [isMeant, setIsMeant] = useState(false)
  const [count, setCount] = useState(0)
  const queries = useQueryClient()
  const doing = useMutation({
    mutationFn: async () => {
      const { data } = await makeSilence({
        matchers: preview.data?.matchers ?? [],
        seconds: Number(seconds),
        comment: comment.trim() || reasonOf(ids),
        ...(isMeant && { confirm: 'everything' }),
      })
      return sayAll(ids, (id) => action.say(id, { comment, choice: seconds, silence: data.id }), setCount)
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['incidents'] })
      onDone()
    },
    // More may match by now than when it was looked at.
    onError: () => void preview.refetch(),
  })
  return (
    <Modal opened onClose={onClose} title={action.question} size="lg" transitionProps={{ duration: 0 }}>
      {doing.data ? (
        <Outcome done={action.done} total={ids.length} refused={doing.data} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            doing.mutate()
          }}
        >
          <Stack gap="md">
            <Named incidents={fitting} left={incidents.length - fitting.length} />
            {preview.isLoading && <Loading lines={3} />}
            {preview.data && (
              <>
                <Text size="sm" className="wrap-anywhere">
                  {phrase('The silence: {matchers}', { matchers: exactText(tellMatchers(preview.data.matchers)) })}
                </Text>
                <Previewed preview={preview.data} isMeant={isMeant} onMeant={setIsMeant} />
              </>
            )}
            {lengths && (
              <NativeSelect
                label={lengths.label}
                data={lengths.options}
                value={seconds}
                onChange={({ currentTarget }) => setSeconds(currentTarget.value)}
              />
            )}
            <Textarea
              label={phrase('Why (optional)')}
              value={comment}
              onChange={(event) => setComment(event.currentTarget.value)}
              maxLength={10_000}
              data-autofocus
            />
            {(preview.error ?? doing.error) && <ErrorNote error={(preview.error ?? doing.error) as Error} />}
            {doing.isPending && <Progress value={(count / ids.length) * 100} aria-label={phrase('How far it is')} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {phrase('Not now')}
              </Button>
              <Button
                type="submit"
                loading={doing.isPending}
                disabled={!preview.data || (preview.data.hides_everything && !isMeant)}
              >
                {ids.length === 1 ? phrase('Yes, this one') : phrase('Yes, all {fitting}', { fitting: ids.length })}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

/** A silence has a reason; where nobody gave one, it is for whom it was made. */
function reasonOf(ids: readonly string[]): string {
  const named = ids.slice(0, NAMED_IN_REASON).join(', ')
  const more = ids.length - NAMED_IN_REASON
  return more > 0
    ? phrase('Ignored together: {named} and {more} more', { named, more })
    : phrase('Ignored together: {named}', { named })
}
