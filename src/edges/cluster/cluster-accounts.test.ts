import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { StartRefused } from '../../problem.ts'
import { type ClusterEnvironment, readClusterAccounts } from './cluster-accounts.ts'
import { findClusterAdvice, requireClusterAccounts } from './require-accounts.ts'

const READ_CONTEXT = { KUBE_READ_CONTEXT: 'look' }
const CONTEXTS = { KUBECONFIG: '/some/config', ...READ_CONTEXT, KUBE_ACT_CONTEXT: 'act' }
const TOKENS = {
  KUBE_READ_TOKEN_FILE: '/r/token',
  KUBE_ACT_TOKEN_FILE: '/a/token',
  KUBERNETES_SERVICE_HOST: '10.0.0.1',
}

function refuses(words: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof StartRefused, String(error))
    assert.match(error.message, words)
    assert.ok(!error.message.includes('\n'))
    return true
  }
}

test('one account looks and acts where no other is named', () => {
  const inPod = readClusterAccounts({})
  assert.deepEqual(inPod.looking, { from: 'pod' })
  assert.equal(inPod.looking, inPod.acting)
  const { looking, acting } = readClusterAccounts({ KUBECONFIG: '/some/config', KUBE_CONTEXT: 'main' })
  assert.deepEqual(looking, { from: 'kubeconfig', context: 'main', setting: 'KUBE_CONTEXT' })
  assert.equal(looking, acting)
})

test('two accounts are two contexts of one kubeconfig, or two tokens in a pod', () => {
  const contexts = readClusterAccounts(CONTEXTS)
  assert.deepEqual(
    [contexts.looking, contexts.acting].map((one) => 'context' in one && one.context),
    ['look', 'act'],
  )
  const tokens = readClusterAccounts(TOKENS)
  const files = [tokens.looking, tokens.acting].map((one) => 'tokenFile' in one && one.tokenFile)
  assert.deepEqual(files, ['/r/token', '/a/token'])
})

const WRONG: [ClusterEnvironment, RegExp][] = [
  [{ ...CONTEXTS, KUBE_ACT_CONTEXT: ' ' }, /^KUBE_READ_CONTEXT is set without KUBE_ACT_CONTEXT; set both/],
  [{ ...CONTEXTS, KUBE_READ_CONTEXT: '' }, /^KUBE_ACT_CONTEXT is set without KUBE_READ_CONTEXT; set both/],
  [{ ...TOKENS, KUBE_READ_TOKEN_FILE: '' }, /^KUBE_ACT_TOKEN_FILE is set without KUBE_READ_TOKEN_FILE/],
  [{ ...CONTEXTS, KUBE_ACT_CONTEXT: 'look' }, /^KUBE_READ_CONTEXT and KUBE_ACT_CONTEXT are the same/],
  [{ ...CONTEXTS, KUBECONFIG: '' }, /set KUBECONFIG to its path/],
  [{ KUBE_CONTEXT: 'main' }, /^KUBE_CONTEXT names a context of a kubeconfig; set KUBECONFIG/],
  [{ ...CONTEXTS, KUBE_CONTEXT: 'main' }, /^KUBE_CONTEXT is for one account/],
  [{ ...TOKENS, KUBECONFIG: '/some/config' }, /leave them out beside KUBECONFIG/],
  [{ ...TOKENS, KUBERNETES_SERVICE_HOST: '' }, /KUBERNETES_SERVICE_HOST/],
  [{ KUBECONFIG: '/some/config', KUBE_WRITE_CONTEXT: 'act' }, /^KUBE_WRITE_CONTEXT is no longer read; set KUBE_READ_/],
]

for (const [environment, words] of WRONG) {
  test(`half an account or a contradiction is refused: ${words.source}`, () => {
    assert.throws(() => readClusterAccounts(environment), refuses(words))
  })
}

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-accounts-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function writeKubeconfig(t: TestContext, servers: Record<string, string>): Promise<string> {
  const file = join(await makeFolder(t), 'config')
  const named = Object.entries(servers)
  await writeFile(
    file,
    JSON.stringify({
      clusters: named.map(([name, server]) => ({ name, cluster: { server } })),
      contexts: named.map(([name]) => ({ name, context: { cluster: name, user: name } })),
      users: named.map(([name]) => ({ name, user: { token: `token-of-${name}` } })),
    }),
  )
  return file
}

test('before the start both contexts are there and lead to one cluster', async (t) => {
  const environmentWith = async (servers: Record<string, string>) => ({
    ...CONTEXTS,
    KUBECONFIG: await writeKubeconfig(t, servers),
  })
  await requireClusterAccounts(await environmentWith({ look: 'https://one', act: 'https://one' }))
  await assert.rejects(
    requireClusterAccounts(await environmentWith({ look: 'https://one', act: 'https://two' })),
    refuses(/lead to two clusters, https:\/\/one and https:\/\/two/),
  )
  await assert.rejects(
    requireClusterAccounts(await environmentWith({ look: 'https://one', other: 'https://one' })),
    refuses(/context "act"\. Set KUBE_ACT_CONTEXT to one of: look, other/),
  )
  await assert.rejects(requireClusterAccounts(CONTEXTS), refuses(/KUBECONFIG names \/some\/config/))
})

test('before the start both tokens are there, with the cluster’s authority beside them', async (t) => {
  const folder = await makeFolder(t)
  const [read, act] = [join(folder, 'read'), join(folder, 'act')]
  const environment = { ...TOKENS, KUBE_READ_TOKEN_FILE: read, KUBE_ACT_TOKEN_FILE: act }
  await writeFile(read, 'a token')
  await assert.rejects(requireClusterAccounts(environment), refuses(/^KUBE_READ_TOKEN_FILE .*ca\.crt.* is not there/))
  await writeFile(join(folder, 'ca.crt'), '')
  await assert.rejects(requireClusterAccounts(environment), refuses(/^KUBE_ACT_TOKEN_FILE .* cannot be read/))
  await writeFile(act, 'another token')
  await requireClusterAccounts(environment)
})

test('a kubeconfig or a context that is not there is told and stops nothing', async (t) => {
  const KUBECONFIG = await writeKubeconfig(t, { look: 'https://one', act: 'https://one' })
  const [missing] = await findClusterAdvice({ KUBECONFIG: '/nowhere/config', KUBE_CONTEXT: 'look' })
  assert.match(missing ?? '', /^KUBECONFIG names \/nowhere\/config, which cannot be read/)
  const [wrong] = await findClusterAdvice({ KUBECONFIG, KUBE_CONTEXT: 'other' })
  assert.match(wrong ?? '', /^KUBE_CONTEXT names "other".*one of: look, act\.$/)
  for (const sound of [{}, { KUBECONFIG }, { KUBECONFIG, KUBE_CONTEXT: 'act' }])
    assert.deepEqual(await findClusterAdvice(sound), [])
})

test('without two accounts nothing is asked of the start', async () => {
  await requireClusterAccounts({})
  await requireClusterAccounts({ KUBECONFIG: '/nowhere/config' })
})
