import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below those the system hands out by itself: one that is left for a moment is not given to somebody else meanwhile. */
const LOWEST = 15_000
const COUNT = 15_000

/** A port on which one can listen now, and again after a pause: nobody else of this run is given it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    if ((await isOurs(port)) && (await isFree(port))) return port
  }
}

/** A folder can be made only once; those of a run lie in the run's own. */
async function isOurs(port: number): Promise<boolean> {
  const ports = join(tmpdir(), 'ports')
  await mkdir(ports, { recursive: true })
  return mkdir(join(ports, String(port))).then(
    () => true,
    () => false,
  )
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
