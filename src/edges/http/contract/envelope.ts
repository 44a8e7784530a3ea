/** The frame around every JSON answer of the contract. */
import type { TSchema } from 'typebox'
import { type ProblemCode, STATUS_BY_CODE } from '../../../problem.ts'
import { Type } from './schema.ts'

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' })

export function Envelope<Data extends TSchema>(data: Data) {
  return Type.Object({
    success: Type.Literal(true),
    data,
    message: Type.Optional(Type.String({ description: 'A sentence for people.' })),
  })
}

export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer({ description: 'Items a page holds at most. Asked for more than 1000, it is 1000.' }),
    total_pages: Type.Integer({ description: '0 when there is nothing.' }),
  })
}

export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 })),
  page_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 20,
      description: 'Served as 1000 when larger.',
    }),
  ),
})

function ErrorEnvelope(code: ProblemCode) {
  return Type.Object(
    {
      success: Type.Literal(false),
      error: Type.Object({
        code: Type.Literal(code),
        message: Type.String({ description: 'A sentence for people.' }),
        details: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
      }),
    },
    { description: `${code}, in the error envelope.` },
  )
}

type ErrorAnswer = ReturnType<typeof ErrorEnvelope> & { description: string }

export const ERROR_ANSWERS = Object.fromEntries(
  (Object.keys(STATUS_BY_CODE) as ProblemCode[]).map((code) => [code, ErrorEnvelope(code)]),
) as unknown as Readonly<Record<ProblemCode, ErrorAnswer>>

/**
 * Error answers for the documentation of a route, by status. A route names only what is its own, such as NOT_FOUND;
 * what the frame answers everywhere is added when the document is made.
 */
export function errorAnswers(...codes: ProblemCode[]): Record<number, TSchema> {
  return Object.fromEntries(codes.map((code) => [STATUS_BY_CODE[code], ERROR_ANSWERS[code]]))
}
