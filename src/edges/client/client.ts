/** A client of a running service, by the types of its own API document. */
import createFetchClient, { type Client as FetchClient } from 'openapi-fetch'
import type { paths } from './api.d.ts'

export type { components } from './api.d.ts'
export type Client = FetchClient<paths>

export type Reached = { address: string; key?: string | undefined; fetch?: (asked: Request) => Promise<Response> }

export function createClient({ address, key, fetch }: Reached): Client {
  return createFetchClient<paths>({
    baseUrl: address.replace(/\/+$/, ''),
    ...(fetch && { fetch }),
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  })
}
