/** A program that serves until the test is over; it ends with the test process, however that ends. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { spawnOwned } from '../../src/edges/embedded/owned-process.ts'
import { closeLast } from './closing.ts'
import { eventually } from './eventually.ts'

type Daemon = { command: string; args: string[]; readyUrl: string }

const LINES_KEPT = 10

export async function startDaemon(t: TestContext, { command, args, readyUrl }: Daemon): Promise<void> {
  const child = spawnOwned({ command, args })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => keep(lines, String(data)))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  t.after(async () => {
    if (hasEnded()) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  await eventually(`${command} is ready`, async () => {
    if (hasEnded()) throw new Error(`${command} ended. It said:\n${lines.join('')}`)
    return fetch(readyUrl).then(
      ({ ok }) => ok,
      () => false,
    )
  })
}

function keep(lines: string[], text: string): void {
  if (lines.push(text) > LINES_KEPT) lines.shift()
}

export async function temporaryFolder(t: TestContext, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `firebreak-${name}-`))
  closeLast(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}
