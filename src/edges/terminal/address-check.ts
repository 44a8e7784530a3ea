/** Whether the address is free to listen on, and who listens there or uses the data folder if it is not. */
import { createServer } from 'node:net'
import type { Health } from '../http/contract/system.ts'
import type { ListenOptions } from '../http/listen-options.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { bad, type Found, good } from './doctor.ts'

type Place = Pick<ListenOptions, 'host' | 'port'>

export async function checkAddress({ host, port }: Place): Promise<Found> {
  if (await isFree({ host, port })) return good(`${host}:${port} is free`)
  const version = await findRunning({ host, port })
  if (version === undefined)
    return bad(`${host}:${port} cannot be listened on; something else holds it, or it is not ours. Set PORT or HOST.`)
  const runningAt = `${host}:${port}`
  return {
    ...good(`Firebreak ${version} is already running at ${runningAt}; a second one needs another PORT`),
    runningAt,
  }
}

/** What `npm start` notes in its data folder while it runs. */
export function checkFolder({ folder, address, pid }: { folder: string; address: string; pid: number }): Found {
  return { ...good(`${folder} is used by the Firebreak at ${address} (process ${pid})`), runningAt: address }
}

function isFree({ host, port }: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port }, () => server.close(() => resolve(true)))
  })
}

/** The version of the Firebreak that answers there, or undefined where it is something else. */
async function findRunning({ host, port }: Place): Promise<string | undefined> {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const fetch = createGuardedFetch({ timeoutMs: 2_000 })
  try {
    const answer = await fetch(`http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`)
    const { status, version, uptime } = (await answer.json()) as Partial<Health>
    const isOurs = typeof uptime === 'number' && typeof status === 'string'
    return isOurs && typeof version === 'string' ? version : undefined
  } catch {
    // Whoever holds the port speaks no HTTP, or says nothing: no Firebreak in any case.
    return undefined
  } finally {
    await fetch.close()
  }
}
