/** What the routes of the knowledge base share: ids, revisions as ETags, and how an entry is shown. */
import type { FastifyRequest } from 'fastify'
import type { Change, KnowledgeEntry } from '../../../guidance/knowledge/knowledge-entry.ts'
import { Problem } from '../../../problem.ts'
import type { KnowledgeItem } from '../contract/knowledge.ts'
import { Type } from '../contract/schema.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const KNOWLEDGE_TAGS = ['Knowledge']
export const IdPath = Type.Object({ id: Type.String({ description: 'Id of the entry.' }) })

export function readId(params: unknown): string {
  const { id } = params as { id: string }
  if (!UUID.test(id)) throw noSuchEntry()
  return id
}

export function existing<Found>(found: Found | undefined | 'missing' | 'stale'): Found {
  if (found === undefined || found === 'missing') throw noSuchEntry()
  if (found === 'stale')
    throw new Problem(
      'CONFLICT',
      'The entry has changed since you read it. Read it again, then change what is there now.',
    )
  return found
}

export function noSuchEntry(): Problem {
  return new Problem('NOT_FOUND', 'There is no such entry.')
}

export function etagOf({ revision }: Pick<KnowledgeEntry, 'revision'>): string {
  return `"${revision}"`
}

/** Proxies that compress make a tag weak, and people leave its quotes out; the number is what counts. */
export function freshFor({ headers, caller }: FastifyRequest): Change {
  const wanted = headers['if-match']?.trim()
  if (wanted === undefined || wanted === '*') return { by: caller.name }
  const seen = wanted.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"?(.*?)"?$/, '$1'))
  return { by: caller.name, isFresh: (revision) => seen.includes(String(revision)) }
}

export function itemOf({ id, title, content, category, tags, createdAt, updatedAt }: KnowledgeEntry): KnowledgeItem {
  return {
    id,
    title,
    content,
    category,
    tags: [...tags],
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
