/** The client of the cloud speaks through our one way out, so that no address leads it to what we never call. */
import type { CloudWatchClientConfig } from '@aws-sdk/client-cloudwatch'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'

type Handler = NonNullable<CloudWatchClientConfig['requestHandler']>

type Request = {
  method: string
  protocol: string
  hostname: string
  port?: number | undefined
  path: string
  query?: Readonly<Record<string, string | string[] | null>> | undefined
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer> | undefined
}

const ANSWER_WITHIN_MS = 10_000

export function guardedHandler(fetch: GuardedFetch): Handler {
  const handle = async (request: Request, { abortSignal }: { abortSignal?: AbortSignal } = {}) => {
    const answer = await fetch(addressOf(request), {
      method: request.method,
      headers: withoutHost(request.headers),
      timeoutMs: ANSWER_WITHIN_MS,
      ...(request.body !== undefined && { body: request.body }),
      ...(abortSignal && { signal: abortSignal }),
    })
    const response = {
      statusCode: answer.status,
      reason: answer.statusText,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    }
    return { response }
  }
  // Of its types the client publishes only the union with the options of its own handler.
  return { handle, updateHttpClientConfig: () => {}, httpHandlerConfigs: () => ({}) } as unknown as Handler
}

function addressOf({ protocol, hostname, port, path, query = {} }: Request): URL {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`)
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) url.searchParams.append(name, one ?? '')
  return url
}

/** fetch writes it itself, from the address; what was signed is the same. The length is the body's. */
function withoutHost(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['host', 'content-length'].includes(name.toLowerCase())),
  )
}
