import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDatabase } from '../../world/stores.ts'

test('waits for ever, with a folder, a database and a process of its own', async (t) => {
  await mkdtemp(join(tmpdir(), 'left-'))
  const { url } = await freshDatabase(t)
  console.log(`waiting ${process.pid} in ${tmpdir()} with ${new URL(url).pathname.slice(1)}`)
  await new Promise((resolve) => setTimeout(resolve, 1e9))
})
