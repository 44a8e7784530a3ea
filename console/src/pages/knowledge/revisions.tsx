/** What an entry was before, and the way back to it. */
import { Accordion, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { LineDifference } from '../../parts/line-difference-view.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { type Revision, restoreRevision, revisionsQuery } from './knowledge-queries.ts'
import { TextOfEntry } from './text-of-entry.tsx'

const CHANGE_WORDS: Record<Revision['change'], string> = {
  created: phrase('Written'),
  changed: phrase('Changed'),
  removed: phrase('Deleted'),
  restored: phrase('Brought back'),
}

type Given = { id: string; canRestore: boolean; onClose: () => void }

export function Revisions({ id, canRestore, onClose }: Given) {
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={phrase('History')}>
      <RevisionList id={id} canRestore={canRestore} onClose={onClose} />
    </Drawer>
  )
}

function RevisionList({ id, canRestore, onClose }: Given) {
  const revisions = useQuery({ ...revisionsQuery(id), staleTime: 0 })
  const queries = useQueryClient()
  const restoring = useMutation({
    mutationFn: (revision: number) => restoreRevision(id, revision),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['knowledge'] })
      onClose()
    },
  })
  if (revisions.isPending) return <Loading lines={3} />
  if (revisions.isError) return <ErrorNote error={revisions.error} retry={revisions.refetch} />
  const newest = revisions.data.items[0]?.revision
  return (
    <Stack>
      {restoring.error && <ErrorNote error={restoring.error} />}
      <Accordion variant="contained" order={2}>
        {revisions.data.items.map((revision, place) => (
          <RevisionItem
            key={revision.revision}
            revision={revision}
            before={revisions.data.items[place + 1]}
            isInForce={revision.revision === newest && revision.change !== 'removed'}
            onRestore={canRestore ? () => restoring.mutate(revision.revision) : undefined}
          />
        ))}
      </Accordion>
    </Stack>
  )
}

type ItemGiven = {
  revision: Revision
  /** The one before it; none where it is the first. */
  before: Revision | undefined
  isInForce: boolean
  onRestore: (() => void) | undefined
}

function RevisionItem({ revision, before, isInForce, onRestore }: ItemGiven) {
  const [isWhole, setIsWhole] = useState(before === undefined || revision.change === 'removed')
  return (
    <Accordion.Item value={String(revision.revision)}>
      <Accordion.Control>
        <Text size="sm" component="span" display="block" fw={600} className="wrap-anywhere">
          {phrase('{revision}. {change} by {writtenBy}{now}', {
            revision: revision.revision,
            change: CHANGE_WORDS[revision.change],
            writtenBy: revision.written_by,
            now: isInForce ? phrase(', as it is now') : '',
          })}
        </Text>
        <Moment at={revision.written_at} size="xs" />
      </Accordion.Control>
      <Accordion.Panel>
        <Group justify="space-between" mb="xs">
          {before && (
            <Button size="xs" variant="default" aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {phrase('Whole text')}
            </Button>
          )}
          {onRestore && !isInForce && (
            <Button size="xs" variant="default" onClick={onRestore}>
              {phrase('Restore revision {revision}', { revision: revision.revision })}
            </Button>
          )}
        </Group>
        {before && !isWhole ? (
          <LineDifference before={asText(before)} after={asText(revision)} />
        ) : (
          <TextOfEntry text={revision} />
        )}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

/** As one text, so that a new title or tag is a line that changed. */
function asText({ title, category, tags, content }: Revision): string {
  return [title, [category, ...tags].filter(Boolean).join(', '), '', content].join('\n')
}
