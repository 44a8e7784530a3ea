/** Many incidents ignored under one silence: by which labels, and what else it would hold back, is seen before it is made. */
import { NativeSelect, Text } from '@mantine/core'
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
import { BulkForm, Reason } from './bulk-parts.tsx'
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
  const isReady = preview.data !== undefined && (!preview.data.hides_everything || isMeant)
  const left = incidents.length - fitting.length
  return (
    <BulkForm {...{ action, fitting, left, doing, count, isReady, onClose }} size="lg">
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
      <Reason value={comment} onChange={setComment} />
      {(preview.error ?? doing.error) && <ErrorNote error={(preview.error ?? doing.error) as Error} />}
    </BulkForm>
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
