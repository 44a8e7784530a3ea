import { queryOptions } from '@tanstack/react-query'
import { language } from '../../language/language.ts'
import { getText } from '../../server/ask.ts'

export const reportPath = (id: string) => `/api/incidents/${encodeURIComponent(id)}/report?language=${language}`

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['incident', id, 'report'],
    queryFn: ({ signal }) => getText(reportPath(id), signal),
  })
