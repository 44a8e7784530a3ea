import type { Static } from 'typebox'
import { ASSIGNEE_CHARACTERS_MAX } from '../../../story/incident/assignment.ts'
import { Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

export const Assignee = Type.Object(
  {
    name: Type.String(),
    by: Type.String({ description: 'Who said so.' }),
    at: Timestamp,
    acknowledged: Type.Boolean({ description: 'True where they said so themselves: "I have it".' }),
  },
  { description: 'Who has it in hand; absent where nobody does.' },
)
export type Assignee = Static<typeof Assignee>

export const AssignmentRequest = Type.Object({
  name: Type.Optional(
    Type.String({
      maxLength: ASSIGNEE_CHARACTERS_MAX,
      description: 'Absent: whoever asks has it. Empty: nobody has it any more.',
    }),
  ),
})
