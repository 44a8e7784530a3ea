/** The pages of a list, where there is more than one. */
import { Group, Pagination } from '@mantine/core'
import { phrase } from '../language/phrase.ts'

export const CONTROLS = {
  first: phrase('first page'),
  previous: phrase('previous page'),
  next: phrase('next page'),
  last: phrase('last page'),
} as const

type Props = { page: number; pages: number; onTurn: (page: string) => void }

export function PageNumbers({ page, pages, onTurn }: Props) {
  if (pages <= 1) return null
  return (
    <Group justify="center">
      <Pagination
        total={pages}
        value={page}
        onChange={(chosen) => onTurn(String(chosen))}
        getControlProps={(control) => ({ 'aria-label': CONTROLS[control] })}
      />
    </Group>
  )
}
