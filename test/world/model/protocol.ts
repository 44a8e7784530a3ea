/** What a simulator has to know of a protocol. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ScriptRequest, SpokenAnswer } from './script.ts'

export type Protocol = {
  path: string
  keyIn(headers: IncomingHttpHeaders): string | undefined
  /** Refuses what the real API refuses. */
  read(body: string, headers: IncomingHttpHeaders): ScriptRequest
  answer(answer: SpokenAnswer, body: string): object
  refuse(status: number, words: RefusalWords): object
  refuseKey(key: string | undefined): object
  models: object
}

type RefusalWords = { code?: string | undefined; param?: string | undefined; message?: string | undefined }

/** A request the real API does not take: status and wording are its own. */
export class RefusedRequest extends Error {
  readonly code: string | undefined
  readonly param: string | undefined

  constructor(message: string, { code, param }: { code?: string; param?: string } = {}) {
    super(message)
    this.code = code
    this.param = param
  }
}

export function refuseUnless(condition: unknown, message: string, more?: { code?: string; param?: string }): void {
  if (!condition) throw new RefusedRequest(message, more)
}

/** Neither API takes half a surrogate pair, which JSON can write and UTF-8 cannot. */
export function parseBody(body: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    throw new RefusedRequest('The request body is not valid JSON: unexpected character: line 1 column 1 (char 0)')
  }
  const halfPair = /(?<!\\)(?:\\\\)*\\ud[89a-f]/.exec(JSON.stringify(parsed))?.index
  refuseUnless(
    halfPair === undefined,
    `The request body is not valid JSON: no low surrogate in string: line 1 column ${(halfPair ?? 0) + 1} (char ${halfPair})`,
  )
  refuseUnless(typeof parsed === 'object' && parsed !== null, 'The request body is not an object')
  return parsed as Record<string, unknown>
}

/** Ids as the provider would give them out, only in order. */
export function idGiver(digits: number): (beginning: string) => string {
  let given = 0
  return (beginning) => {
    given += 1
    return `${beginning}${String(given).padStart(digits, '0')}`
  }
}

/** Near enough for what is counted here. */
export function tokensIn(text: string): number {
  return Math.ceil(text.length / 4)
}
