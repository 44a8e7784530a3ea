import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { STANDS_AT } from './failpoint.ts'

const FAILPOINT = JSON.stringify(new URL('./failpoint.ts', import.meta.url).href)

/** Passes the points one after the other in a process of its own, which is woken wherever it stands still. */
async function pass(wanted: string, points: readonly string[]): Promise<{ said: string[]; signal: string | null }> {
  const program = `const { createFailpoint } = await import(${FAILPOINT})
    const onPoint = createFailpoint(${JSON.stringify(wanted)})
    for (const point of ${JSON.stringify(points)}) onPoint(point)`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const waking = setInterval(() => child.kill('SIGCONT'), 20)
  const [, signal] = await once(child, 'close')
  clearInterval(waking)
  return {
    said: said.split('\n').flatMap((line) => (line.startsWith(STANDS_AT) ? [line.slice(STANDS_AT.length)] : [])),
    signal,
  }
}

test('of points with a bar between them the first to be reached counts, once, and those behind a comma come after it', async () => {
  const { said, signal } = await pass('pause a|pause b,pause b|pause c', ['x', 'b', 'a', 'b', 'c', 'a'])
  assert.deepEqual(said, ['b', 'b'])
  assert.equal(signal, null)
})

test('a point without the word before it ends the process at once', async () => {
  const { said, signal } = await pass('pause a, after start', ['after start', 'a', 'after start', 'a'])
  assert.deepEqual(said, ['a'])
  assert.equal(signal, 'SIGKILL')
})
