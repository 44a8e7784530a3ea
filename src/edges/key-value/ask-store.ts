import type { Redis } from 'ioredis'

export type StoreFacts = {
  /** What INFO says, by name. */
  info: ReadonlyMap<string, string>
  latencyMs: number
}

const CONNECT_WITHIN_MS = 5_000
const ANSWER_WITHIN_MS = 5_000
const PINGS = 3

/** On a connection of its own, because a store that takes no new ones is of no use to anybody else either. */
export async function askStore(url: string): Promise<StoreFacts> {
  const { Redis } = await import('ioredis')
  const connection = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: CONNECT_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    connectionName: 'firebreak-watch',
  })
  let reason: Error | undefined
  connection.on('error', (error: Error) => {
    reason ??= error
  })
  try {
    await connection.connect()
    return { latencyMs: await fastestPing(connection), info: readInfo(await connection.info()) }
  } catch (error) {
    // Why the connection was closed says more than that it is closed.
    throw reason ?? error
  } finally {
    connection.disconnect()
  }
}

/** The fastest of a few: what else this process does in the meantime is not the store's fault. */
async function fastestPing(connection: Redis): Promise<number> {
  let fastest = Infinity
  for (let count = 0; count < PINGS; count += 1) {
    const began = performance.now()
    await connection.ping()
    fastest = Math.min(fastest, performance.now() - began)
  }
  return fastest
}

function readInfo(text: string): Map<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}
