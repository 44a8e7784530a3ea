/** `firebreak diagnose`, run as a person would, on a pretend cluster. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../world/command-line.ts'
import { startClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import { shopObjects } from '../world/shop-cluster.ts'

const NOWHERE = 'postgresql://nobody@127.0.0.1:1/nothing'

async function openFolder(t: TestContext): Promise<(name: string, content: unknown) => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-diagnose-'))
  t.after(() => rm(folder, { recursive: true }))
  return async (name, content) => {
    const path = join(folder, name)
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
}

const ALERT = {
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'KubePodCrashLooping', namespace: 'shop', pod: 'checkout-1' },
      annotations: { summary: 'down \u001b[31mred' },
    },
  ],
}

test('an alert in a file is diagnosed without a store, and nothing is changed', async (t) => {
  const write = await openFolder(t)
  const simulator = await startClusterSimulator({ objects: shopObjects(), pace: 'by hand' })
  t.after(() => simulator.close())
  const KUBECONFIG = await write('kubeconfig', simulator.kubeconfig)
  const { code, out, err } = await runCommand(t, ['diagnose', await write('alert.json', ALERT)], { KUBECONFIG })
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /^Subject\n {2}alertName: KubePodCrashLooping\n/)
  assert.match(out, /^ {2}pod: checkout-1$/m)
  assert.match(out, /^Calls \(\d+, [\d.]+ s\)\n {2}C1 \w+ /m)
  assert.match(out, /^Conclusion \(\w+, confidence [\d.]+\)\n {2}\S/m)
  assert.match(out, /^Proposal\n {2}\S/m)
  assert.doesNotMatch(out, /[^\P{Cc}\n]/u, 'a control character reached the terminal')
  assert.deepEqual(simulator.recorder.effects, [])
})

test('a secret in the alert is neither shown nor looked for', async (t) => {
  const write = await openFolder(t)
  const file = await write('alert.json', { message: 'DiskFull db-1 password=abcSECRETabc1' })
  const { code, out } = await runCommand(t, ['diagnose', file])
  assert.equal(code, 0)
  assert.match(out, /^Subject\n[\s\S]*DiskFull/)
  assert.doesNotMatch(out, /abcSECRETabc1/)
})

test('a store that is away is told, and costs only what was given at run time', async (t) => {
  const write = await openFolder(t)
  const file = await write('alert.json', ALERT)
  const { code, out, err } = await runCommand(t, ['diagnose', file], { DATABASE_URL: NOWHERE })
  assert.equal(code, 0)
  assert.match(err, /The relational store cannot be reached.*Only the environment counts/)
  assert.match(out, /^Conclusion/m)
})

test('a file that holds no alert that fires ends with one sentence', async (t) => {
  const write = await openFolder(t)
  const files: Record<string, [content: unknown, sentence: RegExp]> = {
    'broken.json': ['{"message"', /is not JSON/],
    'empty.json': [{}, /message: is required/],
    'over.json': [{ alerts: [{ ...ALERT.alerts[0], status: 'resolved' }] }, /Nothing in .*over\.json fires/],
    'case.json': [{ alert: ALERT, world: {} }, /is a case with a world of its own.*npm run evaluate/],
  }
  for (const [name, [content, sentence]] of Object.entries(files)) {
    const { code, err } = await runCommand(t, ['diagnose', await write(name, content)])
    assert.equal(code, 1)
    assert.match(err, sentence)
    assert.doesNotMatch(err, /\n\s+at /, 'a stack was shown')
  }
  assert.match((await runCommand(t, ['diagnose', '/there/is/none'])).err, /cannot be read: there is no such file/)
})
