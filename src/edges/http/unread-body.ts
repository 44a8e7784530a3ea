/**
 * A refusal is often ready before the body has arrived. Closing then would cut the client off in the middle of
 * writing, and it would see a broken connection instead of the reason; so what is left is taken first, within reason.
 */
import type { IncomingMessage } from 'node:http'

const BYTES_MAX = 64 * 1024 * 1024
const PATIENCE_MS = 2_000

export async function takeRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return
  await new Promise<void>((resolve) => {
    const patience = setTimeout(resolve, PATIENCE_MS)
    let taken = 0
    const done = () => {
      clearTimeout(patience)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      taken += chunk.length
      if (taken > BYTES_MAX) done()
    })
    request.once('end', done)
    request.once('close', done)
    request.resume()
  })
}
