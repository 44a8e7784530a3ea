import { Button, Group, Pagination, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Loading } from '../../parts/loading.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { CONTROLS } from '../../parts/page-numbers.tsx'
import { Said } from '../../parts/said.tsx'
import { EntryCard } from './entry-card.tsx'
import { entriesQuery, type Wanted } from './knowledge-queries.ts'
import { LinkButton } from './link-button.tsx'
import { SearchFields } from './search-fields.tsx'

const route = getRouteApi('/knowledge')

export function KnowledgeList({ canEdit }: { canEdit: boolean }) {
  const { search, category, page } = route.useSearch()
  const navigate = route.useNavigate()
  const wanted = whatIsSet({ search, category, page })
  const show = (next: Wanted, replace = false) => void navigate({ search: whatIsSet(next), replace })
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1}>{phrase('Knowledge')}</Title>
        {canEdit && (
          <LinkButton to="/knowledge" search={{ entry: 'new' }} leftSection={<IconPlus size={16} aria-hidden />}>
            {phrase('Write an entry')}
          </LinkButton>
        )}
      </Group>
      {!canEdit && <OnlyLooking to={phrase('write entries')} needs="operator" />}
      <SearchFields wanted={wanted} onChange={(next) => show(next, true)} />
      <Entries wanted={wanted} canEdit={canEdit} onShow={show} />
    </Stack>
  )
}

type EntriesGiven = { wanted: Wanted; canEdit: boolean; onShow: (wanted: Wanted) => void }

function Entries({ wanted, canEdit, onShow }: EntriesGiven) {
  const found = useQuery(entriesQuery(wanted))
  if (found.isPending) return <Loading />
  if (found.isError) return <ErrorNote error={found.error} retry={found.refetch} />
  const { items, total, page, total_pages: pages, note } = found.data
  if (items.length === 0) return <NothingFound wanted={wanted} canEdit={canEdit} onShow={onShow} />
  return (
    <Stack aria-busy={found.isPlaceholderData}>
      <Text size="sm" className="muted" role="status">
        {total === 1 ? phrase('1 entry') : phrase('{total} entries', { total })}
        {wanted.search ? phrase(', the best first.') : phrase(', the newest first.')} {note && <Said text={note} />}
      </Text>
      <Stack component="ul" className="plain-list" gap="xs" aria-label={phrase('Entries')}>
        {items.map((entry) => (
          <EntryCard
            key={entry.id}
            entry={entry}
            onCategory={(category) => onShow({ ...wanted, category, page: '' })}
          />
        ))}
      </Stack>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={(next) => onShow({ ...wanted, page: String(next) })}
          getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
          aria-label={phrase('Pages of entries')}
        />
      )}
    </Stack>
  )
}

function NothingFound({ wanted, canEdit, onShow }: EntriesGiven) {
  if (wanted.search || wanted.category || wanted.page)
    return (
      <EmptyNote title={phrase('Nothing found')}>
        {richPhrase('No entry fits. {button}', {
          button: (
            <Button variant="default" size="xs" onClick={() => onShow({})}>
              {phrase('Show all')}
            </Button>
          ),
        })}
      </EmptyNote>
    )
  return (
    <EmptyNote title={phrase('Nothing is written down yet')}>
      {phrase(
        'Runbooks, past lessons, how your systems behave. What stands here is found during a diagnosis and quoted in it, so that the next person at night need not remember. {next}',
        {
          next: canEdit
            ? phrase('Write the first entry above.')
            : phrase('Someone with an operator key can write here.'),
        },
      )}
    </EmptyNote>
  )
}

/** The address says no more than is asked for. */
function whatIsSet(wanted: { [Name in keyof Wanted]?: string | undefined }): Wanted {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined && value !== ''))
}
