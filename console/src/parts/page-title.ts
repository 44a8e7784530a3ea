import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../server/queries.ts'

/** The name of the tab, and before it how many plans wait, for whoever looks at another one. */
export function usePageTitle(page: string): void {
  const waiting = useQuery(statusQuery).data?.pending_approvals ?? 0
  useDocumentTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${page} · Firebreak`)
}
