/** One request to the model server and its answer, as text that is whole, not too long, and UTF-8. */
import { ModelUnavailable } from '../../ports/language-model.ts'
import { Problem } from '../../problem.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import type { Reply } from './ask-patiently.ts'
import { readRefusal } from './read-refusal.ts'

type Exchange = {
  fetch: GuardedFetch
  host: string
  url: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
  timeoutMs: number
}

type Response = Awaited<ReturnType<GuardedFetch>>

const ANSWER_BYTES_MAX = 4 * 1024 * 1024
/** The signal ends the request at its time; the fetch's own limit is only kept from doing so before. */
const MARGIN_MS = 1_000

/** Throws only when the signal was aborted; whose signal that was, the caller knows. */
export async function exchange({ fetch, host, url, headers, body, signal, timeoutMs }: Exchange): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      timeoutMs: timeoutMs + MARGIN_MS,
    })
    const bytes = await readBytes(response)
    return bytes === undefined ? tooLarge(host) : readReply(host, response, bytes)
  } catch (error) {
    signal.throwIfAborted()
    return unreached(host, error)
  }
}

/** Nothing where there was more than is read. */
async function readBytes({ body }: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > ANSWER_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readReply(host: string, { ok, status, headers }: Response, bytes: Buffer): Reply {
  const header = (name: string) => headers.get(name)
  if (!ok) return readRefusal({ host, status, header, text: bytes.toString() })
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return lasting(new ModelUnavailable('bad_answer', `${host} answered with something that is not UTF-8.`))
  }
}

function tooLarge(host: string): Reply {
  const words = `${host} answered with more than ${ANSWER_BYTES_MAX} bytes; reading stopped.`
  return lasting(new ModelUnavailable('too_large', words))
}

/** A connection that broke may hold the next time; an address that is refused or a redirect will not change. */
function unreached(host: string, error: unknown): Reply {
  if (!(error instanceof Problem))
    return { refusal: new ModelUnavailable('unreachable', `${host} broke off its answer.`), isPassing: true }
  return { refusal: new ModelUnavailable('unreachable', error.message), isPassing: error.cause !== undefined }
}

function lasting(refusal: ModelUnavailable): Reply {
  return { refusal, isPassing: false }
}
