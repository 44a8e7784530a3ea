/** Inside a cluster: the account's token, and a server whose certificate only the cluster's own authority has signed. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openClusterAccounts } from '../../src/edges/cluster/cluster-client.ts'
import { makeCertificate, WITHOUT_OPENSSL } from '../world/certificate.ts'

const skip = WITHOUT_OPENSSL
const ENOUGH = new AbortController().signal

async function openSecureServer(t: TestContext) {
  const { folder, certFile, key, cert } = await makeCertificate(t)
  const heard: { authorization: string | undefined; connection: unknown }[] = []
  const server = createServer({ key, cert }, (request, response) => {
    heard.push({ authorization: request.headers.authorization, connection: request.socket })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"metadata":{"name":"web"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { folder, certFile, heard, port: (server.address() as AddressInfo).port }
}

function openClient(t: TestContext, port: number, accountFolder: string) {
  const environment = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(port) }
  const { looking, close } = openClusterAccounts({ environment, accountFolder })
  t.after(() => close())
  return looking
}

const POD = { kind: 'Pod', namespace: 'default', name: 'web' } as const

test('the account of the pod is believed, and its connections serve more than one call', { skip }, async (t) => {
  const { folder, heard, port } = await openSecureServer(t)
  await writeFile(join(folder, 'token'), 'pod-token\n')
  const client = openClient(t, port, folder)
  for (let call = 0; call < 8; call++) assert.equal((await client.get(POD, ENOUGH))?.metadata.name, 'web')
  assert.deepEqual(
    heard.map(({ authorization }) => authorization),
    Array(8).fill('Bearer pod-token'),
  )
  assert.ok(new Set(heard.map(({ connection }) => connection)).size < heard.length)
})

test('two accounts inside a cluster are two tokens in files', { skip }, async (t) => {
  const { folder, heard, port } = await openSecureServer(t)
  const files = { KUBE_READ_TOKEN_FILE: join(folder, 'look'), KUBE_ACT_TOKEN_FILE: join(folder, 'act') }
  await writeFile(files.KUBE_READ_TOKEN_FILE, 'token-to-look')
  await writeFile(files.KUBE_ACT_TOKEN_FILE, 'token-to-act')
  const place = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(port) }
  const { looking, acting, close } = openClusterAccounts({ environment: { ...place, ...files } })
  t.after(() => close())
  await looking.get(POD, ENOUGH)
  await acting.get(POD, ENOUGH)
  await acting.remove(POD, 'uid', { isDryRun: true, signal: ENOUGH })
  assert.deepEqual(
    heard.map(({ authorization }) => authorization),
    ['Bearer token-to-look', 'Bearer token-to-act', 'Bearer token-to-act'],
  )
})

test('a server signed by somebody else gets no token', { skip }, async (t) => {
  const [real, other] = [await openSecureServer(t), await openSecureServer(t)]
  await writeFile(join(other.folder, 'token'), 'pod-token')
  const client = openClient(t, real.port, other.folder)
  await assert.rejects(client.get(POD, ENOUGH), /could not be reached \(.*CERT.*\)/)
  assert.equal(real.heard.length, 0)
})
