/** A registry that speaks of advisories and keys as npm's does: asked for packages with versions, it tells what concerns them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { isWithin } from '../../scripts/advisories/concerned.ts'

export type RegistryAdvisory = {
  id: number
  url: string
  title: string
  severity: string
  vulnerable_versions: string
  cwe: string[]
  cvss: { score: number; vectorString: string | null }
}

type Known = { advisories?: Record<string, RegistryAdvisory[]>; keys?: object[] }

/** Without `advisories` or `keys` it serves none, as many mirrors do. Answers its address. */
export async function startAdvisoryRegistry(t: TestContext, { advisories, keys }: Known): Promise<string> {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    if (request.url === '/-/npm/v1/keys' && keys) return { status: 200, body: { keys } }
    if (request.url !== '/-/npm/v1/security/advisories/bulk' || !advisories) return { status: 404, body: {} }
    if (request.method !== 'POST') return { status: 405, body: {} }
    const asked = JSON.parse(await text(request)) as Record<string, string[]>
    const listed = Object.entries(asked).map(([name, versions]) => [name, concerning(advisories[name] ?? [], versions)])
    return { status: 200, body: Object.fromEntries(listed.filter(([, found]) => found?.length !== 0)) }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function concerning(known: readonly RegistryAdvisory[], versions: readonly string[]): RegistryAdvisory[] {
  return known.filter(({ vulnerable_versions }) => versions.some((version) => isWithin(version, vulnerable_versions)))
}
