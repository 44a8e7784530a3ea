import type { Static } from 'typebox'
import { ROLES } from '../../../guidance/access/role.ts'
import { Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

export const NewKey = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    description: 'For people: whose key it is, or which tool uses it. One line, without control characters.',
  }),
  role: Type.Enum([...ROLES]),
})

export const Key = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum([...ROLES]),
  created_at: Timestamp,
  created_by: Type.String(),
  revoked_at: Type.Optional(Timestamp),
})
export type Key = Static<typeof Key>

export const IssuedKey = Type.Object({
  ...Key.properties,
  key: Type.String({ description: 'The key itself, shown this once.' }),
})

export type IssuedKey = Static<typeof IssuedKey>

export const KeyList = Type.Object({ keys: Type.Array(Key) })
export type KeyList = Static<typeof KeyList>

export const AuditEntry = Type.Object({
  seq: Type.String(),
  at: Timestamp,
  actor: Type.String(),
  action: Type.String(),
  target: Type.String(),
  details: Type.Object({}, { additionalProperties: true }),
})
export type AuditEntry = Static<typeof AuditEntry>
