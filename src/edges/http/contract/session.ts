import type { Static } from 'typebox'
import { ROLES } from '../../../guidance/access/role.ts'
import { Type } from './schema.ts'

export const SignIn = Type.Object({ key: Type.String({ minLength: 1, maxLength: 1_000 }) })

export const Session = Type.Object({
  name: Type.String({ description: 'As the audit trail calls them.' }),
  role: Type.Enum([...ROLES]),
  is_open: Type.Boolean({ description: 'True where no key exists, so that nobody signs in.' }),
  csrf_token: Type.String({ description: 'Goes with every change made by cookie, as X-CSRF-Token.' }),
  administrators: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Only for who is none: whom to ask for a key that may do more; empty where only the environment has one.',
    }),
  ),
  expires_at: Type.Optional(Type.String({ format: 'date-time' })),
})
export type Session = Static<typeof Session>
