/** What nobody wants to hear of for a while, and what was held back meanwhile. */
import type { SilenceItem } from '@contract/silence.ts'
import { Button, Drawer, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useChoosing } from '../../parts/choosing.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { PageNumbers } from '../../parts/page-numbers.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { withoutEmpty } from '../../parts/without-empty.ts'
import { useMay } from '../../server/session.ts'
import { SilenceDialog } from './silence-dialog.tsx'
import { type SilenceSearch, silenceListQuery } from './silence-queries.ts'
import { SilenceSheet } from './silence-sheet.tsx'
import { SilenceTable } from './silence-table.tsx'

const route = getRouteApi('/silences')

const STATES = [
  { value: 'all', label: phrase('All') },
  { value: 'active', label: phrase('Hold now') },
  { value: 'pending', label: phrase('Will hold') },
  { value: 'expired', label: phrase('Over') },
]

export function SilencesPage() {
  usePageTitle(phrase('Silences'))
  useChoosing()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isWriting, setIsWriting] = useState(false)
  const [changed, setChanged] = useState<SilenceItem>()
  const mayAct = useMay('operator')
  const change = (changes: SilenceSearch) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }), replace: true })
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>{phrase('Silences')}</Title>
        {mayAct && <Button onClick={() => setIsWriting(true)}>{phrase('New silence…')}</Button>}
      </Group>
      <Group justify="space-between" align="center">
        <Text size="sm" className="muted">
          {phrase('Alerts they hold back are stored and counted, open nothing and call nobody.')}
        </Text>
        <SegmentedControl
          aria-label={phrase('State')}
          value={search.state ?? 'all'}
          onChange={(value) => change({ state: value === 'all' ? '' : value, page: '' })}
          data={STATES}
        />
      </Group>
      {!mayAct && <OnlyLooking to={phrase('make silences')} needs="operator" />}
      <FoundSilences search={search} onChange={change} />
      <SilenceDialog isOpen={isWriting} onClose={() => setIsWriting(false)} />
      <Drawer
        opened={search.silence !== undefined}
        onClose={() => change({ silence: '' })}
        position="right"
        size="lg"
        title={phrase('Silence')}
        closeButtonProps={{ 'aria-label': phrase('Close') }}
        closeOnEscape={changed === undefined}
      >
        {search.silence !== undefined && (
          <SilenceSheet key={search.silence} id={search.silence} onChange={setChanged} />
        )}
      </Drawer>
      {/* After the sheet and not within it: the sheet must hear of Escape first, to leave it to what lies over it. */}
      <SilenceDialog
        isOpen={changed !== undefined}
        onClose={() => setChanged(undefined)}
        {...(changed && { silence: changed })}
      />
    </Stack>
  )
}

function FoundSilences({ search, onChange }: { search: SilenceSearch; onChange: (changes: SilenceSearch) => void }) {
  const list = useQuery(silenceListQuery(search))
  if (list.isPending) return <Loading />
  if (list.isError) return <ErrorNote error={list.error} retry={list.refetch} />
  const { items, page, total_pages } = list.data
  if (items.length === 0)
    return (
      <EmptyNote title={phrase('No silences')}>
        {phrase('Make one before planned work, or for noise that is known.')}
      </EmptyNote>
    )
  return (
    <>
      <SilenceTable silences={items} onChoose={(silence) => onChange({ silence })} />
      <PageNumbers page={page} pages={total_pages} onTurn={(chosen) => onChange({ page: chosen })} />
    </>
  )
}
