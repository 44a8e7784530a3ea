import type { TestContext } from 'node:test'
import { type ClusterOptions, type ClusterSimulator, startClusterSimulator } from './cluster-simulator.ts'
import type { Json } from './kube-object.ts'

export type ClusterAnswer = { status: number; contentType: string | null; body: Json }
export type AskedCluster = ClusterSimulator & {
  get(path: string, headers?: Record<string, string>): Promise<ClusterAnswer>
  send(method: string, path: string, body?: unknown, contentType?: string): Promise<ClusterAnswer>
}

export const MERGE = 'application/merge-patch+json'

/** A simulator that ends with the test, and plain HTTP to it with its token. */
export async function askCluster(t: TestContext, options: ClusterOptions): Promise<AskedCluster> {
  const simulator = await startClusterSimulator(options)
  t.after(() => simulator.close())
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const authorization = `Bearer ${simulator.token}`
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return read(await fetch(simulator.url + path, { method, headers: { authorization, ...headers }, ...sent }))
  }
  return {
    ...simulator,
    get: (path, headers = {}) => ask('GET', path, headers),
    send: (method, path, body, contentType = MERGE) => ask(method, path, { 'content-type': contentType }, body),
  }
}

async function read(response: Response): Promise<ClusterAnswer> {
  const contentType = response.headers.get('content-type')
  const text = await response.text()
  const body = contentType === 'application/json' ? JSON.parse(text) : text
  return { status: response.status, contentType, body }
}
