import { type Static, Type } from 'typebox'
import { PageQuery, Timestamp } from './envelope.ts'

const title = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })
const content = Type.String({ minLength: 1, pattern: '\\S', description: 'Markdown.' })
const category = Type.Union([Type.String({ maxLength: 200 }), Type.Null()])
const tags = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })

export const KnowledgeBody = Type.Object({
  title,
  content,
  category: Type.Optional(category),
  tags: Type.Optional(tags),
})
export const KnowledgeChanges = Type.Partial(KnowledgeBody, { description: 'Only the fields to change.' })

export const KnowledgeItem = Type.Object({
  id: Type.String(),
  title: Type.String(),
  content: Type.String(),
  category: Type.Union([Type.String(), Type.Null()]),
  tags: Type.Array(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type KnowledgeItem = Static<typeof KnowledgeItem>

export const KnowledgeQuery = Type.Object({
  ...PageQuery.properties,
  category: Type.Optional(Type.String()),
  search: Type.Optional(
    Type.String({ description: 'Anywhere in title, category, tags or content; case does not matter.' }),
  ),
})
