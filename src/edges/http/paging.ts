import type { Static } from 'typebox'
import type { PageQuery } from './contract/envelope.ts'

const PAGE_SIZE_MAX = 1000

type PageWanted = { page: number; pageSize: number; offset: number; wasCapped: boolean }

export function readPage({ page = 1, page_size = 20 }: Static<typeof PageQuery>): PageWanted {
  const pageSize = Math.min(page_size, PAGE_SIZE_MAX)
  const offset = Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
  return { page, pageSize, offset, wasCapped: page_size > PAGE_SIZE_MAX }
}

export function pageOf<Item>(items: Item[], total: number, { page, pageSize }: PageWanted) {
  return { items, total, page, page_size: pageSize, total_pages: Math.ceil(total / pageSize) }
}

/** Said in the answer, because a client that asked for more would otherwise miss items without knowing. */
export function capSentence({ wasCapped }: PageWanted): string | undefined {
  return wasCapped ? `page_size is ${PAGE_SIZE_MAX} at most and was served as that.` : undefined
}
