/** The pages of a list, where there is more than one. */
import { Group, Pagination } from '@mantine/core'

type Props = { page: number; pages: number; onTurn: (page: string) => void }

export function PageNumbers({ page, pages, onTurn }: Props) {
  if (pages <= 1) return null
  return (
    <Group justify="center">
      <Pagination
        total={pages}
        value={page}
        onChange={(chosen) => onTurn(String(chosen))}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    </Group>
  )
}
