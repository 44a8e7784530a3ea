import type { IncomingHttpHeaders } from 'node:http'

export type WireRequest = {
  method: string
  /** Path and query as they were sent. */
  path: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** A stream writes until its reader hangs up or the server closes; `onGone` says when. */
export type WireStream = { write(text: string): void; end(): void; onGone(listener: () => void): void }

export type WireAnswer = {
  status: number
  contentType?: string
  body?: string
  stream?: (out: WireStream) => void
}

export function jsonAnswer(status: number, body: unknown): WireAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}

export function textAnswer(status: number, body: string, contentType = 'text/plain'): WireAnswer {
  return { status, contentType, body }
}

/** Parsed where it is JSON, undefined where it is empty, else as it came. */
export function parsedBody({ body }: WireRequest): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
