/** All incidents, filtered and paged in the address bar, so that what one sees can be sent to somebody. */
import { Group, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { useChoosing } from '../../parts/choosing.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { withoutEmpty } from '../../parts/without-empty.ts'
import { Charts } from './charts.tsx'
import { Filters } from './filters.tsx'
import { FoundIncidents } from './found-incidents.tsx'
import { type IncidentSearch, incidentListQuery } from './incidents-queries.ts'
import { SavedViews } from './saved-views.tsx'
import './incidents.css'
import { phrase } from '../../language/phrase.ts'

const route = getRouteApi('/incidents')

/** Lower screens show the incidents first: they are what somebody comes for. */
const TALL = '(min-height: 1000px) and (min-width: 48.01em)'

export function IncidentsPage() {
  usePageTitle(phrase('Incidents'))
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(incidentListQuery(search))
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  useChoosing()
  /** Another filter begins at the first page. Each adds an entry to the history. */
  const change = useCallback(
    (changes: IncidentSearch, replace = false) =>
      navigate({ search: ({ page: _, ...before }) => withoutEmpty({ ...before, ...changes }), replace }),
    [navigate],
  )
  /** The address that typing came to. Typing on replaces it, so that one step back takes the words away and nothing else. */
  const typed = useRef<string>(undefined)
  const type = async (words: string) => {
    await change({ search: words }, typed.current === window.location.search)
    typed.current = window.location.search
  }
  const isTall = useMediaQuery(TALL, false, { getInitialValueInEffect: false })
  const charts = <Charts onChoose={change} />
  return (
    <Stack gap="sm">
      <Group gap="sm" align="baseline">
        <Title order={1}>{phrase('Incidents')}</Title>
        <Text className="muted" role="status" mih="1.55em">
          {list.data && tellTotal(list.data)}
        </Text>
      </Group>
      {isTall && charts}
      <Filters search={search} onChange={change} onType={type} onClear={() => void navigate({ search: {} })}>
        <SavedViews search={search} onOpen={(view) => void navigate({ search: view })} />
      </Filters>
      <FoundIncidents list={list} search={search} isPhone={isPhone} onChange={change} />
      {!isTall && charts}
    </Stack>
  )
}

function tellTotal({ total, total_is_capped }: { total: number; total_is_capped?: boolean }): string {
  if (total_is_capped) return phrase('More than {total} incidents', { total: total.toLocaleString() })
  return total === 1 ? phrase('1 incident') : phrase('{total} incidents', { total: total.toLocaleString() })
}
