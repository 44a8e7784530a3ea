/** The second look before many incidents are changed, and what came of it, one by one. */
import type { IncidentItem } from '@contract/incident.ts'
import { Button, Group, List, Modal, NativeSelect, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import type { BulkAction } from './bulk-actions.ts'

type Props = {
  action: BulkAction
  incidents: readonly IncidentItem[]
  onDone: () => void
  onClose: () => void
}
type Refused = { id: string; why: string }

/** As many as a browser asks at once without starving the page itself. */
const AT_ONCE = 4

export function BulkDialog({ action, incidents, onDone, onClose }: Props) {
  const [comment, setComment] = useState('')
  const [count, setCount] = useState(0)
  const queries = useQueryClient()
  const asked = action.choiceOf?.(incidents)
  const [choice, setChoice] = useState(asked?.options[0]?.value ?? '')
  const fitting = incidents.filter((incident) => action.fits(incident, choice))
  const others = incidents.filter(({ id }) => id !== choice)
  const doing = useMutation({
    mutationFn: () => sayAll(fitting, (id) => action.say(id, { comment, choice }), setCount),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['incidents'] })
      onDone()
    },
  })
  return (
    <Modal opened onClose={onClose} title={action.question} transitionProps={{ duration: 0 }}>
      {doing.data ? (
        <Outcome action={action} total={fitting.length} refused={doing.data} onClose={onClose} />
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

const NAMED_MAX = 8

function Named({ incidents, left }: { incidents: readonly IncidentItem[]; left: number }) {
  const more = incidents.length - NAMED_MAX
  return (
    <Stack gap="xs">
      <List size="sm">
        {incidents.slice(0, NAMED_MAX).map(({ id, title }) => (
          <List.Item key={id} className="wrap-anywhere">
            {id} {exactText(title).slice(0, 120)}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{phrase('and {more} more', { more })}</List.Item>}
      </List>
      {left > 0 && (
        <Text size="sm" className="muted">
          {phrase('{some} in a state in which this cannot be said, and stays as it is.', {
            some: left === 1 ? phrase('One of the chosen is') : phrase('{left} of the chosen are', { left }),
          })}
        </Text>
      )}
    </Stack>
  )
}

function Outcome({
  action,
  total,
  refused,
  onClose,
}: {
  action: BulkAction
  total: number
  refused: readonly Refused[]
  onClose: () => void
}) {
  return (
    <Stack gap="md">
      <Text role="status">
        {total - refused.length} {action.done}
        {refused.length > 0 && phrase(', {refused} not', { refused: refused.length })}.
      </Text>
      {refused.length > 0 && (
        <List size="sm">
          {refused.map(({ id, why }) => (
            <List.Item key={id}>
              {id}: {why}
            </List.Item>
          ))}
        </List>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {phrase('Close')}
        </Button>
      </Group>
    </Stack>
  )
}

/** A few at a time. What is refused is told with its reason, and keeps nothing else from being done. */
async function sayAll(
  incidents: readonly IncidentItem[],
  say: (id: string) => Promise<unknown>,
  onCount: (count: number) => void,
): Promise<Refused[]> {
  const waiting = [...incidents]
  const refused: Refused[] = []
  let count = 0
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { id } = next
      await say(id).catch((error: Error) => refused.push({ id, why: error.message }))
      onCount(++count)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return refused
}
