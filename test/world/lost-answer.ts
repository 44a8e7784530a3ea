/** A wire to PostgreSQL that can lose the one answer that matters: the commit has happened, and nobody hears of it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { parse } from 'pg-connection-string'
import { closeLast } from './closing.ts'

/** ReadyForQuery outside of a transaction, as the server writes it when a statement that stands alone is committed. */
const READY_AND_IDLE = Buffer.from('Z\0\0\0\x05I', 'latin1')

/**
 * Loses the answer to the next use of a statement of this name, which must end its transaction. Where others end theirs
 * with the same word, `after` names a statement that only the wanted one has used before.
 */
export type LossyWire = { url: string; loseNextAnswerTo(statement: string, after?: string): void }

export async function openLossyWire(t: TestContext, url: string): Promise<LossyWire> {
  const { host, port, database, user, password } = parse(url)
  const folder = await mkdtemp(join(tmpdir(), 'wire-'))
  const socketName = `.s.PGSQL.${port || 5432}`
  let condemned: { statement: string; after: string | undefined } | undefined
  const server = createServer((near) => {
    const far = host?.startsWith('/') ? connect(join(host, socketName)) : connect(Number(port || 5432), host ?? '')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    let isLosing = false
    let isMeant = false
    near.on('data', (bytes) => {
      const uses = (name: string) => bytes.includes(`${name}\0`)
      isMeant = condemned !== undefined && (isMeant || condemned.after === undefined || uses(condemned.after))
      if (isMeant && condemned !== undefined && uses(condemned.statement)) {
        isLosing = true
        condemned = undefined
      }
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (isLosing && bytes.includes(READY_AND_IDLE)) near.destroy()
      else near.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(join(folder, socketName), resolve))
  closeLast(t, async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const lossy = `postgres://${user}:${password}@localhost:${port || 5432}/${database}?host=${folder}`
  return {
    url: lossy,
    loseNextAnswerTo: (statement, after) => {
      condemned = { statement, after }
    },
  }
}
