/** Everything that matches the filter is chosen, also what stands on other pages. */
import type { IncidentItem, IncidentList } from '@contract/incident.ts'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { phrase } from '../../language/phrase.ts'
import { get, withQuery } from '../../server/ask.ts'
import { type IncidentSearch, isNarrowed } from './incidents-queries.ts'
import type { Selection } from './use-selection.ts'

/** More at once nobody can answer for, and as many as one silence is made for. */
const CHOSEN_MAX = 5_000
const PAGE_SIZE = 1_000

type Props = { search: IncidentSearch; list: IncidentList; selection: Selection }

/** Offered once the whole page is chosen, where more match a filter than it shows. */
export function ChooseMatching({ search, list, selection }: Props) {
  const choosing = useMutation({
    mutationFn: () => readMatching(search),
    onSuccess: selection.chooseThese,
    onError: ({ message }) => notifications.show({ message, color: 'red', title: phrase('This did not work') }),
  })
  const isWhole = list.items.every(({ id }) => selection.isChosen(id))
  const isMore = list.total > selection.chosen.length && selection.chosen.length < CHOSEN_MAX
  if (!isNarrowed(search) || !isWhole || !isMore) return null
  return (
    <Button size="xs" variant="light" loading={choosing.isPending} onClick={() => choosing.mutate()}>
      {list.total > CHOSEN_MAX
        ? phrase('Choose the first {most} that match', { most: CHOSEN_MAX.toLocaleString() })
        : phrase('Choose all {total} that match', { total: list.total.toLocaleString() })}
    </Button>
  )
}

/** Each once: what comes or goes meanwhile moves the pages. */
async function readMatching(search: IncidentSearch): Promise<IncidentItem[]> {
  const found = new Map<string, IncidentItem>()
  for (let page = 1; page <= CHOSEN_MAX / PAGE_SIZE; page += 1) {
    const wanted = { ...search, page: String(page), page_size: String(PAGE_SIZE) }
    const { items, total_pages } = await get<IncidentList>(withQuery('/api/incidents', wanted))
    for (const item of items) found.set(item.id, item)
    if (page >= total_pages) break
  }
  return [...found.values()]
}
