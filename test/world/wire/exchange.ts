import type { IncomingHttpHeaders } from 'node:http'

export type WireRequest = {
  method: string
  /** Path and query as they were sent. */
  path: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** A stream writes until its reader hangs up or the server closes; `onGone` says when. `cut` breaks the connection. */
export type WireStream = {
  /** `onSent` is called when the text has left. */
  write(text: string, onSent?: () => void): void
  end(): void
  cut(): void
  onGone(listener: () => void): void
}

export type WireAnswer = {
  status: number
  contentType?: string
  headers?: Readonly<Record<string, string>>
  /** Bytes where the answer is no text. */
  body?: string | Uint8Array
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
