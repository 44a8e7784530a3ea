import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those the system hands out by itself: one that is left for a moment is not given to somebody else meanwhile. */
const LOWEST = 15_000
const COUNT = 15_000

/** A port on which one can listen now, and again after a pause. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  const isListening = await listening
  if (isListening) await new Promise((resolve) => server.close(resolve))
  return isListening
}
