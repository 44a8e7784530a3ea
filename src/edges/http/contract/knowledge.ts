import type { Static } from 'typebox'
import { LABEL_CHARACTERS_MAX, TAGS_MAX, TITLE_CHARACTERS_MAX } from '../../../guidance/knowledge/knowledge-entry.ts'
import { PageQuery, Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

const title = Type.String({ minLength: 1, maxLength: TITLE_CHARACTERS_MAX, pattern: '\\S' })
const content = Type.String({ minLength: 1, pattern: '\\S', description: 'Markdown, at most 256 kB of UTF-8.' })
const category = Type.Union([Type.String({ maxLength: LABEL_CHARACTERS_MAX }), Type.Null()])
const tags = Type.Array(Type.String({ maxLength: LABEL_CHARACTERS_MAX }), { maxItems: TAGS_MAX })

export const KnowledgeBody = Type.Object({
  title,
  content,
  category: Type.Optional(category),
  tags: Type.Optional(tags),
})
export const KnowledgeChanges = Type.Partial(KnowledgeBody, { description: 'Only the fields to change.' })

const said = {
  title: Type.String(),
  content: Type.String(),
  category: Type.Union([Type.String(), Type.Null()]),
  tags: Type.Array(Type.String()),
}

export const KnowledgeItem = Type.Object({
  id: Type.String(),
  ...said,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type KnowledgeItem = Static<typeof KnowledgeItem>

export const FoundKnowledge = Type.Object({
  ...KnowledgeItem.properties,
  why: Type.Optional(Type.String({ description: 'Why it was found, for people; given where `search` is.' })),
})

export const KnowledgeQuery = Type.Object({
  ...PageQuery.properties,
  category: Type.Optional(Type.String()),
  search: Type.Optional(
    Type.String({
      description:
        'Finds what holds the text anywhere in title, category, tags or content (case does not matter), what says all of it in other words, and, where nothing holds it, what comes closest. Best first.',
    }),
  ),
})

export const KnowledgeRevisionItem = Type.Object({
  revision: Type.Integer(),
  change: Type.Union(
    [Type.Literal('created'), Type.Literal('changed'), Type.Literal('removed'), Type.Literal('restored')],
    { description: 'What made this revision. That of a removal holds what was removed.' },
  ),
  ...said,
  written_at: Timestamp,
  written_by: Type.String(),
})
export type KnowledgeRevisionItem = Static<typeof KnowledgeRevisionItem>

export const RestoreBody = Type.Object({ revision: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) })

/** The revision of an entry as a client carries it. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag of the entry as you saw it; 409 when it has changed since.' }),
  ),
})
