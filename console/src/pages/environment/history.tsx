/** What the document was before: who changed what and when, and the way back, which is a draft like any other. */
import type { EnvironmentVersionItem } from '@contract/environment.ts'
import { Accordion, Button, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ChangesList } from './changes-list.tsx'
import { versionQuery, versionsQuery } from './history-queries.ts'

type Given = { saved: string; onTake: ((text: string) => void) | undefined }

export function History(given: Given) {
  const [isOpen, { open, close }] = useDisclosure()
  const onTake = given.onTake && ((text: string) => [given.onTake?.(text), close()])
  return (
    <>
      <Button variant="default" onClick={open}>
        {phrase('History')}
      </Button>
      <Drawer opened={isOpen} onClose={close} position="right" size="lg" title={phrase('History')}>
        <VersionList saved={given.saved} onTake={onTake} />
      </Drawer>
    </>
  )
}

function VersionList({ saved, onTake }: Given) {
  const versions = useQuery(versionsQuery)
  const [opened, setOpened] = useState<string | null>(null)
  if (versions.isPending) return <Loading lines={3} />
  if (versions.isError) return <ErrorNote error={versions.error} retry={versions.refetch} />
  const { items, total } = versions.data
  if (total === 0) return <Text size="sm">{phrase('Nothing was saved yet.')}</Text>
  return (
    <Stack>
      <Accordion variant="contained" order={2} value={opened} onChange={setOpened}>
        {items.map((version, place) => (
          <Accordion.Item key={version.version} value={String(version.version)}>
            <Accordion.Control>
              <VersionTitle version={version} isInForce={place === 0} />
            </Accordion.Control>
            <Accordion.Panel>
              {opened === String(version.version) && (
                <VersionChanges
                  saved={saved}
                  onTake={place === 0 ? undefined : onTake}
                  isInForce={place === 0}
                  version={version.version}
                  before={items[place + 1]?.version}
                />
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {items.length < total && (
        <Text size="sm" className="muted">
          {phrase('The newest {shown} of {total}.', { shown: items.length, total })}
        </Text>
      )}
    </Stack>
  )
}

function VersionTitle({ version, isInForce }: { version: EnvironmentVersionItem; isInForce: boolean }) {
  return (
    <Stack gap={2}>
      <Text size="sm" component="span" fw={600} className="wrap-anywhere">
        {isInForce
          ? phrase('Saved by {by}, as it is now', { by: version.put_by })
          : phrase('Saved by {by}', { by: version.put_by })}
      </Text>
      <Moment at={version.put_at} size="xs" />
    </Stack>
  )
}

type ChangesGiven = Given & { version: number; before: number | undefined; isInForce: boolean }

function VersionChanges({ version, before, saved, isInForce, onTake }: ChangesGiven) {
  const [against, setAgainst] = useState<'before' | 'now'>('before')
  const [mine, earlier] = [useQuery(versionQuery(version)), useQuery(versionQuery(before))]
  const error = mine.error ?? earlier.error
  if (error) return <ErrorNote error={error} retry={() => [mine.refetch(), earlier.refetch()]} />
  if (mine.data === undefined || earlier.data === undefined) return <Loading lines={3} />
  const text = mine.data
  return (
    <Stack gap="sm">
      {!isInForce && (
        <Group justify="space-between">
          <SegmentedControl
            size="xs"
            value={against}
            onChange={(value) => setAgainst(value === 'now' ? 'now' : 'before')}
            aria-label={phrase('Compared with')}
            data={[
              { value: 'before', label: phrase('What it changed') },
              { value: 'now', label: phrase('What changed since') },
            ]}
          />
          {onTake && (
            <Button size="xs" variant="default" onClick={() => onTake(text)}>
              {phrase('Take it up again')}
            </Button>
          )}
        </Group>
      )}
      {against === 'before' ? (
        <ChangesList before={earlier.data} after={text} />
      ) : (
        <ChangesList before={text} after={saved} />
      )}
    </Stack>
  )
}
