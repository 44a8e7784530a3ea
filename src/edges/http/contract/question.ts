/** Asking about an incident. */
import type { Static } from 'typebox'
import { QUESTION_CHARACTERS_MAX } from '../../../story/incident/question.ts'
import { Timestamp } from './envelope.ts'
import { AnsweredFinding } from './incident-event.ts'
import { Type } from './schema.ts'

export const QuestionRequest = Type.Object({
  question: Type.String({
    minLength: 1,
    maxLength: QUESTION_CHARACTERS_MAX,
    pattern: '\\S',
    description: 'In your own words: "why not the cache?", "what changed on node-3?".',
  }),
  wait_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 120, description: 'How long to wait for the answer; 0 by default.' }),
  ),
})

export const Question = Type.Object({
  number: Type.Integer({ description: 'The how-manieth question of its incident.' }),
  question: Type.String(),
  asked_by: Type.String(),
  via: Type.String({ description: 'api or chat' }),
  asked_at: Timestamp,
  answered_at: Type.Union([Timestamp, Type.Null()]),
  answer: Type.Union(
    [
      Type.Object({
        text: Type.String(),
        by: Type.Enum(['model', 'records'], { description: 'records where no model spoke.' }),
        findings: Type.Array(AnsweredFinding, { description: 'What of it is proven, with quotes.' }),
        note: Type.String({ description: 'What the reader should know of the answer itself; often empty.' }),
      }),
      Type.Null(),
    ],
    { description: 'null while it is being thought about.' },
  ),
})
export type Question = Static<typeof Question>

export const AskedQuestion = Type.Object({ incident_id: Type.String(), question: Question })
export const QuestionList = Type.Object({ incident_id: Type.String(), questions: Type.Array(Question) })
