/** What people know and wrote down: a list to search, an entry to read, a place to write. The address says which. */
import './knowledge.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { phrase } from '../../language/phrase.ts'
import { useChoosing } from '../../parts/choosing.ts'
import { Loading } from '../../parts/loading.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { useMay } from '../../server/session.ts'
import { EntryEditor } from './entry-editor.tsx'
import { EntryView } from './entry-view.tsx'
import { KnowledgeList } from './knowledge-list.tsx'
import { entryQuery } from './knowledge-queries.ts'
import { NotShown } from './not-shown.tsx'

const route = getRouteApi('/knowledge')

export function KnowledgePage() {
  useChoosing()
  usePageTitle(phrase('Knowledge'))
  const { entry, edit } = route.useSearch()
  const canEdit = useMay('operator')
  if (entry === undefined) return <KnowledgeList canEdit={canEdit} />
  if (entry === 'new' && canEdit) return <EntryEditor key="new" />
  return <OneEntry key={entry} id={entry} canEdit={canEdit} isEditing={canEdit && edit !== undefined} />
}

function OneEntry({ id, canEdit, isEditing }: { id: string; canEdit: boolean; isEditing: boolean }) {
  const found = useQuery(entryQuery(id))
  if (found.isPending) return <Loading />
  if (found.isError) return <NotShown id={id} error={found.error} retry={found.refetch} canEdit={canEdit} />
  const { entry, mark } = found.data
  if (isEditing) return <EntryEditor entry={entry} mark={mark} />
  return <EntryView entry={entry} mark={mark} canEdit={canEdit} />
}
