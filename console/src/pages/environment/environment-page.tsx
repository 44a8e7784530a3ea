/** What people told Firebreak about their systems: to read for everybody, to edit for admins. */
import './environment.css'
import { Group, Stack, Tabs, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { Loading } from '../../parts/loading.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { useMay } from '../../server/session.ts'
import { DocumentPart, isPart, PART_WORDS, PARTS, type Part } from './document-part.tsx'
import { DraftBar } from './draft-bar.tsx'
import { listOf, recordOf } from './exact-json.ts'
import { History } from './history.tsx'
import { ImportFile } from './import-file.tsx'
import { Introduction } from './introduction.tsx'
import { SAMPLE } from './sample.ts'
import { environmentQuery } from './saved-document.ts'
import { type Draft, useDraft } from './use-draft.ts'

const route = getRouteApi('/environment')

export function EnvironmentPage() {
  usePageTitle(phrase('Environment'))
  const saved = useQuery(environmentQuery)
  if (saved.isPending) return <Loading />
  if (saved.isError)
    return (
      <Stack>
        <Title order={1}>{phrase('Environment')}</Title>
        <ErrorNote error={saved.error} retry={saved.refetch} />
      </Stack>
    )
  return <Workplace saved={saved.data} />
}

function Workplace({ saved }: { saved: string }) {
  const draft = useDraft(saved)
  const canEdit = useMay('admin')
  const { part = 'services' } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (next: string | null) => void navigate({ search: { part: next ?? 'services' }, replace: true })
  return (
    <Stack>
      <LeaveGuard isChanged={draft.isChanged} />
      <Group justify="space-between" align="flex-start">
        <Stack gap={2}>
          <Title order={1}>{phrase('Environment')}</Title>
          <Text size="sm" className="muted">
            {phrase('What Firebreak knows of your systems, in force from the next diagnosis on.')}
          </Text>
          {!canEdit && <OnlyLooking to={phrase('change it')} needs="admin" />}
        </Stack>
        <Group gap="xs">
          <History saved={saved} onTake={canEdit ? draft.setText : undefined} />
          {canEdit && <ImportFile draft={draft} saved={saved} onTaken={() => show('services')} />}
        </Group>
      </Group>
      {isEmpty(draft) && <Introduction onSample={canEdit ? () => draft.change(SAMPLE) : undefined} />}
      <Parts draft={draft} part={isPart(part) ? part : 'services'} canEdit={canEdit} onShow={show} />
      <DraftBar draft={draft} saved={saved} isSaidAbove={part === 'json'} />
    </Stack>
  )
}

type PartsGiven = { draft: Draft; part: Part; canEdit: boolean; onShow: (part: string | null) => void }

function Parts({ draft, part, canEdit, onShow }: PartsGiven) {
  return (
    <Tabs value={part} onChange={onShow} keepMounted={false}>
      <Tabs.List>
        {PARTS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {PART_WORDS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {PARTS.map((name) => (
        <Tabs.Panel key={name} value={name} pt="md">
          {/* The tab says it to the eye; the headings of the cards need one above them. */}
          <VisuallyHidden component="h2">{PART_WORDS[name]}</VisuallyHidden>
          <DocumentPart part={name} draft={draft} canEdit={canEdit} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function isEmpty({ document }: Draft): boolean {
  if (!document) return false
  return Object.values(document).every((value) =>
    Array.isArray(value) ? listOf(value).length === 0 : Object.keys(recordOf(value)).length === 0,
  )
}
