/** The second look before many incidents are changed, and what came of it, one by one. */
import type { IncidentItem } from '@contract/incident.ts'
import { Button, Group, Modal, NativeSelect, Progress, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import type { BulkAction } from './bulk-actions.ts'
import { Named, Outcome } from './bulk-parts.tsx'
import { sayAll } from './say-all.ts'

type Props = {
  action: BulkAction
  incidents: readonly IncidentItem[]
  onDone: () => void
  onClose: () => void
}

export function BulkDialog({ action, incidents, onDone, onClose }: Props) {
  const [comment, setComment] = useState('')
  const [count, setCount] = useState(0)
  const queries = useQueryClient()
  const asked = action.choiceOf?.(incidents)
  const [choice, setChoice] = useState(asked?.options[0]?.value ?? '')
  const fitting = incidents.filter((incident) => action.fits(incident, choice))
  const others = incidents.filter(({ id }) => id !== choice)
  const doing = useMutation({
    mutationFn: () => {
      const ids = fitting.map(({ id }) => id)
      return sayAll(ids, (id) => action.say(id, { comment, choice }), setCount)
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['incidents'] })
      onDone()
    },
  })
  return (
    <Modal opened onClose={onClose} title={action.question} transitionProps={{ duration: 0 }}>
      {doing.data ? (
        <Outcome done={action.done} total={fitting.length} refused={doing.data} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            doing.mutate()
          }}
        >
          <Stack gap="md">
            <Named incidents={fitting} left={others.length - fitting.length} />
            {asked && (
              <NativeSelect
                label={asked.label}
                data={asked.options}
                value={choice}
                onChange={({ currentTarget }) => setChoice(currentTarget.value)}
              />
            )}
            {action.hasComment && (
              <Textarea
                label={phrase('Why (optional)')}
                value={comment}
                onChange={(event) => setComment(event.currentTarget.value)}
                maxLength={10_000}
                data-autofocus
              />
            )}
            {doing.isPending && (
              <Progress value={(count / fitting.length) * 100} aria-label={phrase('How far it is')} />
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {phrase('Not now')}
              </Button>
              <Button type="submit" loading={doing.isPending} disabled={fitting.length === 0}>
                {fitting.length === 1
                  ? phrase('Yes, this one')
                  : phrase('Yes, all {fitting}', { fitting: fitting.length })}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
