/** The platform's envelope: a number decides, and business refusals mostly come with status 400. */
import { jsonAnswer, type WireAnswer } from '../wire/exchange.ts'

/** Thrown anywhere below the door; the door turns it into an answer. */
export class PlatformNo extends Error {
  readonly code: number
  readonly status: number
  readonly resetSeconds: number | undefined

  constructor(
    code: number,
    message: string,
    { status = 400, resetSeconds }: { status?: number; resetSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    this.resetSeconds = resetSeconds
  }

  answer(): WireAnswer {
    const headers = this.resetSeconds === undefined ? undefined : limitHeaders(this.resetSeconds)
    const answer = jsonAnswer(this.status, { code: this.code, msg: this.message, error: { log_id: 'log-1' } })
    return headers ? { ...answer, headers } : answer
  }
}

function limitHeaders(resetSeconds: number): Record<string, string> {
  return { 'x-ogw-ratelimit-limit': '50', 'x-ogw-ratelimit-reset': String(resetSeconds) }
}

export function yes(data: unknown): WireAnswer {
  return jsonAnswer(200, { code: 0, msg: 'success', data })
}

/** Refusals of a card come in an envelope of their own; the reason stands in its words. */
export function cardNo(errorCode: number, words: string): PlatformNo {
  return new PlatformNo(230099, `Failed to create card content, ext=ErrCode: ${errorCode}; ErrMsg: ${words};`)
}
