import type { Static } from 'typebox'
import { Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

const SavedView = Type.Object({
  name: Type.String(),
  query: Type.String({ description: 'Parameters of GET /api/incidents, as in an address.' }),
  saved_by: Type.String(),
  saved_at: Timestamp,
})
export const ViewList = Type.Object({ views: Type.Array(SavedView) })
export type ViewList = Static<typeof ViewList>
export const ViewPath = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S', description: 'Name of the view.' }),
})
export const ViewRequest = Type.Object({ query: Type.String({ minLength: 1, maxLength: 4_000 }) })
