/** The frame around every JSON answer of the contract. */
import { type TSchema, Type } from 'typebox'
import { STATUS_BY_CODE } from '../../../problem.ts'

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

type ErrorCode = keyof typeof STATUS_BY_CODE

function ErrorEnvelope(code: ErrorCode) {
  return Type.Object({
    success: Type.Literal(false),
    error: Type.Object({
      code: Type.Literal(code),
      message: Type.String(),
      details: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
    }),
  })
}

const ERROR_ANSWERS = Object.fromEntries(
  (Object.keys(STATUS_BY_CODE) as ErrorCode[]).map((code) => [
    code,
    { ...ErrorEnvelope(code), description: `${code}, in the error envelope.` },
  ]),
) as unknown as Record<ErrorCode, TSchema>

/** The error answers of a route, for its documentation, by status. */
export function errorAnswers(...codes: ErrorCode[]): Record<number, TSchema> {
  return Object.fromEntries(codes.map((code) => [STATUS_BY_CODE[code], ERROR_ANSWERS[code]]))
}
