import { Redis } from 'ioredis'

/** What `firebreak doctor` asks of the cache store: its version, or the reason why there is no answer. */
export async function examineSignals(url: string): Promise<string> {
  const connection = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 3_000,
  })
  let reason: Error | undefined
  connection.on('error', (error: Error) => {
    reason = error
  })
  try {
    // Its own rejection says only that the connection is closed.
    await connection.connect().catch((error: Error) => Promise.reject(reason ?? error))
    return /redis_version:(\S+)/.exec(await connection.info('server'))?.[1] ?? 'unknown'
  } finally {
    connection.disconnect()
  }
}
