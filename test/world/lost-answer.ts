/** A wire to PostgreSQL that can lose the one answer that matters: the commit has happened, and nobody hears of it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { parse } from 'pg-connection-string'
import { closeLast } from './closing.ts'

/** CommandComplete, as the server writes it after a COMMIT. */
const COMMIT_COMPLETE = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1')

export type LossyWire = { url: string; loseNextCommitAnswer(): void }

export async function openLossyWire(t: TestContext, url: string): Promise<LossyWire> {
  const { host, port, database, user, password } = parse(url)
  const folder = await mkdtemp(join(tmpdir(), 'wire-'))
  const socketName = `.s.PGSQL.${port || 5432}`
  let isLosing = false
  const server = createServer((near) => {
    const far = host?.startsWith('/') ? connect(join(host, socketName)) : connect(Number(port || 5432), host ?? '')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    near.pipe(far)
    far.on('data', (bytes) => {
      if (!isLosing || !bytes.includes(COMMIT_COMPLETE)) return near.write(bytes)
      isLosing = false
      near.destroy()
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
    loseNextCommitAnswer: () => {
      isLosing = true
    },
  }
}
