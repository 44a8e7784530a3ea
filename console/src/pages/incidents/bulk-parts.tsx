/** What every dialog about many incidents shows: which they are, how far it is, and what came of it. */
import type { IncidentItem } from '@contract/incident.ts'
import { Button, Group, List, Modal, Progress, Stack, Text, Textarea } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { phrase } from '../../language/phrase.ts'
import { incidentTitle } from '../../parts/incident-title.ts'
import type { BulkAction } from './bulk-actions.ts'
import type { Refused } from './say-all.ts'

const NAMED_MAX = 8
const TITLE_MAX = 120

type FormProps = {
  action: BulkAction
  fitting: readonly IncidentItem[]
  /** How many of the chosen stay as they are. */
  left: number
  doing: UseMutationResult<Refused[], Error, void>
  /** So many of them have been said. */
  count: number
  isReady?: boolean
  size?: string
  onClose: () => void
  children: ReactNode
}

export function BulkForm({ action, fitting, left, doing, count, isReady = true, size, onClose, children }: FormProps) {
  const total = fitting.length
  return (
    <Modal
      opened
      onClose={onClose}
      title={total === 1 ? (action.questionOfOne ?? action.question) : action.question}
      {...(size && { size })}
      transitionProps={{ duration: 0 }}
    >
      {doing.data ? (
        <Outcome done={action.done} total={total} refused={doing.data} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            doing.mutate()
          }}
        >
          <Stack gap="md">
            <Named incidents={fitting} left={left} />
            {children}
            {doing.isPending && <Progress value={(count / total) * 100} aria-label={phrase('How far it is')} />}
            <Group justify="flex-end" gap="xs" className="dialog-footer">
              <Button variant="default" onClick={onClose}>
                {phrase('Not now')}
              </Button>
              <Button type="submit" loading={doing.isPending} disabled={total === 0 || !isReady}>
                {total === 1 ? phrase('Yes, this one') : phrase('Yes, all {fitting}', { fitting: total })}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

export function Reason({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Textarea
      label={phrase('Why (optional)')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={10_000}
      data-autofocus
    />
  )
}

/** Long enough to know it by. */
function clipped(title: string): string {
  return title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX - 1).trimEnd()}…` : title
}

function Named({ incidents, left }: { incidents: readonly IncidentItem[]; left: number }) {
  const more = incidents.length - NAMED_MAX
  return (
    <Stack gap="xs">
      <List size="sm">
        {incidents.slice(0, NAMED_MAX).map(({ id, title }) => (
          <List.Item key={id} className="wrap-anywhere">
            {id} {clipped(incidentTitle(title))}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{phrase('and {more} more', { more })}</List.Item>}
      </List>
      {left > 0 && (
        <Text size="sm" className="muted">
          {phrase('{some} in a state in which this cannot be said; nothing is changed there.', {
            some: left === 1 ? phrase('One of the chosen is') : phrase('{left} of the chosen are', { left }),
          })}
        </Text>
      )}
    </Stack>
  )
}

type OutcomeProps = { done: string; total: number; refused: readonly Refused[]; onClose: () => void }

/** How many were changed, and which were not and why: thousands may be refused for one reason, which is told once. */
function Outcome({ done, total, refused, onClose }: OutcomeProps) {
  const reasons = Map.groupBy(refused, ({ why }) => why)
  return (
    <Stack gap="md">
      <Text role="status">
        {phrase('{what}.', { what: `${tellDone(done, total - refused.length)}${tellRefused(refused.length)}` })}
      </Text>
      {refused.length > 0 && (
        <List size="sm">
          {[...reasons].map(([why, those]) => (
            <List.Item key={why} className="wrap-anywhere">
              {tellIds(those)}: {why}
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

function tellDone(done: string, count: number): string {
  return phrase('{count} {done}', { count, done })
}

function tellRefused(refused: number): string {
  return refused > 0 ? phrase(', {refused} not', { refused }) : ''
}

function tellIds(refused: readonly Refused[]): string {
  const ids = refused.slice(0, NAMED_MAX).map(({ id }) => id)
  const more = refused.length - ids.length
  return more > 0 ? `${ids.join(', ')}, ${phrase('and {more} more', { more })}` : ids.join(', ')
}
