import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type ActingCluster, ClusterRefusal } from '../../ports/cluster.ts'
import { TooLate } from '../../ports/deadline.ts'
import { NotConfigured } from '../../ports/not-configured.ts'
import { openClusterAccounts } from './cluster-client.ts'

const TOKEN = 'canary-token-8f2c'

type Seen = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }
type Answer = (seen: Seen, response: ServerResponse) => void
type Asked = { cluster: ActingCluster; seen: Seen[]; port: number }

function json(status: number, body: unknown): Answer {
  return (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function text(status: number, body: string): Answer {
  return (_, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
}

function status(code: number, message: string, reason: string): Answer {
  return json(code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code })
}

/** An API server that gives these answers in turn, and the last one from then on. */
async function serve(t: TestContext, ...answers: Answer[]): Promise<Asked> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const url = new URL(request.url ?? '', 'http://server')
    const one = { method: request.method ?? '', url, headers: request.headers, body }
    seen.push(one)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const environment = { KUBECONFIG: await writeConfig(t, `http://127.0.0.1:${port}`) }
  const { acting: cluster, close } = openClusterAccounts({ environment })
  t.after(async () => {
    await close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { cluster, seen, port }
}

async function writeConfig(t: TestContext, server: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-cluster-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'config')
  await writeFile(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'main',
      clusters: [{ name: 'main', cluster: { server } }],
      contexts: [
        { name: 'main', context: { cluster: 'main', user: 'reader' } },
        { name: 'acting', context: { cluster: 'main', user: 'writer' } },
      ],
      users: [
        { name: 'reader', user: { token: TOKEN } },
        { name: 'writer', user: { token: 'another-token' } },
      ],
    }),
  )
  return file
}

const FOREVER = new AbortController().signal
const WRITE = { isDryRun: false, signal: FOREVER }
const POD = { kind: 'Pod', namespace: 'production', name: 'web-1' } as const

function refused(code: number, reason: string, words?: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof ClusterRefusal, String(error))
    assert.deepEqual([error.status, error.reason], [code, reason])
    if (words) assert.match(error.message, words)
    assert.ok(!JSON.stringify([error.message, error.stack]).includes(TOKEN), 'the token is told to nobody')
    return true
  }
}

test('an object is handed on as the server wrote it', async (t) => {
  const policy = {
    metadata: {
      name: 'p',
      creationTimestamp: '2026-11-15T02:25:52Z',
      managedFields: [{ time: '2026-11-15T02:25:52Z' }],
    },
    spec: { ingress: [{ from: [{ podSelector: {} }] }], unheardOf: 1 },
  }
  const { cluster, seen } = await serve(t, json(200, policy))
  const found = await cluster.get({ kind: 'NetworkPolicy', namespace: 'production', name: 'p' }, FOREVER)
  assert.deepEqual(found, { ...policy, kind: 'NetworkPolicy' })
  assert.equal(seen[0]?.url.pathname, '/apis/networking.k8s.io/v1/namespaces/production/networkpolicies/p')
  assert.equal(seen[0]?.headers.authorization, `Bearer ${TOKEN}`)
})

test('an object that is not there is undefined', async (t) => {
  const { cluster } = await serve(t, status(404, 'pods "nope" not found', 'NotFound'))
  assert.equal(await cluster.get(POD, FOREVER), undefined)
})

test('the server refuses in its own words', async (t) => {
  const { cluster } = await serve(t, status(403, 'pods is forbidden: User "x" cannot list', 'Forbidden'))
  await assert.rejects(
    cluster.list({ kind: 'Pod' }, FOREVER),
    refused(403, 'Forbidden', /^pods is forbidden: User "x"/),
  )
})

test('an answer without a Status is a refusal all the same', async (t) => {
  const { cluster } = await serve(t, (_, response) => response.writeHead(401).end())
  await assert.rejects(cluster.get(POD, FOREVER), refused(401, 'Unauthorized', /answered 401/))
})

test('metrics that are not installed are told apart from metrics that are down', async (t) => {
  const { cluster } = await serve(t, text(404, '404 page not found\n'), text(503, 'service unavailable\n'))
  await assert.rejects(cluster.podMetrics('production', FOREVER), refused(404, 'NotFound', /page not found/))
  await assert.rejects(cluster.podMetrics(undefined, FOREVER), refused(503, 'ServiceUnavailable'))
})

test('a long list is read page by page, and its objects lose what nobody reads', async (t) => {
  const page = (name: string, next?: string) =>
    json(200, { metadata: { continue: next }, items: [{ metadata: { name, managedFields: [{}] } }] })
  const { cluster, seen } = await serve(t, page('a', 'second'), page('b'))
  const found = await cluster.list({ kind: 'Pod', namespace: 'production', labelSelector: 'app=web' }, FOREVER)
  assert.deepEqual(found, [
    { kind: 'Pod', metadata: { name: 'a' } },
    { kind: 'Pod', metadata: { name: 'b' } },
  ])
  assert.equal(seen[1]?.url.search, '?labelSelector=app%3Dweb&limit=500&continue=second')
})

test('a list whose continuation expired begins anew, once', async (t) => {
  const first = json(200, { metadata: { continue: 'old' }, items: [{ metadata: { name: 'a' } }] })
  const gone = status(410, 'The provided continue parameter is too old', 'Expired')
  const whole = json(200, { metadata: {}, items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }] })
  const { cluster } = await serve(t, first, gone, whole)
  assert.equal((await cluster.list({ kind: 'Pod' }, FOREVER)).length, 2)
  const { cluster: unlucky } = await serve(t, first, gone, first, gone)
  await assert.rejects(unlucky.list({ kind: 'Pod' }, FOREVER), refused(410, 'Expired'))
})

test('a list without an end is refused instead of filling our memory', async (t) => {
  const items = Array.from({ length: 500 }, (_, at) => ({ metadata: { name: `pod-${at}` } }))
  const { cluster, seen } = await serve(t, json(200, { metadata: { continue: 'more' }, items }))
  await assert.rejects(cluster.list({ kind: 'Pod' }, FOREVER), refused(413, 'TooMany', /Narrow/))
  assert.equal(seen.length, 21)
})

test('the values of a Secret are not asked for, and dropped where they come', async (t) => {
  const secret = {
    metadata: {
      name: 's',
      uid: 'u',
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"password":"aHVudGVyMg=="}}' },
      managedFields: [{ time: '2026-11-15T02:00:00Z', fieldsV1: { 'f:data': { 'f:password': {} } } }],
    },
    data: { password: 'aHVudGVyMg==' },
  }
  const { cluster, seen } = await serve(t, json(200, secret), json(200, { metadata: {}, items: [secret] }))
  const found = await cluster.get({ kind: 'Secret', namespace: 'production', name: 's' }, FOREVER)
  const listed = await cluster.list({ kind: 'Secret', namespace: 'production' }, FOREVER)
  assert.ok(found?.metadata.managedFields)
  assert.ok(!JSON.stringify([found, listed]).includes('aHVudGVyMg'))
  for (const { headers } of seen)
    for (const form of String(headers.accept).split(', '))
      assert.match(form, /^application\/json;as=(Table|PartialObjectMetadata(List)?);g=meta\.k8s\.io;v=v1$/)
})

test('the metadata of Secrets is read from a table, as servers send it, and from bare metadata', async (t) => {
  const metadata = { name: 's', uid: 'u' }
  const row = { cells: ['s'], object: { kind: 'PartialObjectMetadata', metadata } }
  const table = json(200, { kind: 'Table', metadata: {}, rows: [row] })
  const bare = json(200, { kind: 'PartialObjectMetadata', metadata })
  const { cluster } = await serve(t, table, table, bare, json(200, { kind: 'Table', metadata: {}, rows: null }))
  const name = { kind: 'Secret', namespace: 'production', name: 's' } as const
  const secret = { kind: 'Secret', metadata }
  assert.deepEqual(await cluster.get(name, FOREVER), secret)
  assert.deepEqual(await cluster.list({ kind: 'Secret', namespace: 'production' }, FOREVER), [secret])
  assert.deepEqual(await cluster.get(name, FOREVER), secret)
  assert.deepEqual(await cluster.list({ kind: 'Secret', namespace: 'production' }, FOREVER), [])
})

test('a server that cannot give the metadata alone, or falls over it, is asked for nothing more', async (t) => {
  const refusals = [json(406, { kind: 'Status', reason: 'NotAcceptable', message: 'only json' }), json(500, {})]
  for (const refusal of refusals) {
    const { cluster, seen } = await serve(t, refusal)
    const name = { kind: 'Secret', namespace: 'production', name: 's' } as const
    await assert.rejects(cluster.get(name, FOREVER), ClusterRefusal)
    for (const { headers } of seen) assert.doesNotMatch(String(headers.accept), /application\/json(,|$)/)
  }
})

test('the log of a pod that never ran is empty', async (t) => {
  const { cluster, seen } = await serve(t, (_, response) => response.writeHead(204).end())
  assert.equal(await cluster.logs({ namespace: 'a', pod: 'b', tailLines: 5, limitBytes: 99 }, FOREVER), '')
  assert.equal(seen[0]?.url.search, '?tailLines=5&limitBytes=99')
})

test('a patch is a merge patch, and a dry run is the server’s own', async (t) => {
  const { cluster, seen } = await serve(t, json(200, { metadata: { name: 'catalog' } }))
  const name = { kind: 'Deployment', namespace: 'production', name: 'catalog' } as const
  await cluster.scale(name, 5, '1087', { isDryRun: true, signal: FOREVER })
  await cluster.patch(name, { spec: { paused: null } }, WRITE)
  assert.deepEqual(
    seen.map(({ method, url, headers, body }) => [method, url.pathname, url.search, headers['content-type'], body]),
    [
      [
        'PATCH',
        '/apis/apps/v1/namespaces/production/deployments/catalog/scale',
        '?dryRun=All&fieldManager=firebreak&timeout=10s',
        'application/merge-patch+json',
        '{"metadata":{"resourceVersion":"1087"},"spec":{"replicas":5}}',
      ],
      [
        'PATCH',
        '/apis/apps/v1/namespaces/production/deployments/catalog',
        '?fieldManager=firebreak&timeout=10s',
        'application/merge-patch+json',
        '{"spec":{"paused":null}}',
      ],
    ],
  )
})

test('a change whose moment passes while its connection is made is not sent', async (t) => {
  const { cluster, seen } = await serve(t, json(200, { metadata: { name: 'web-1' } }))
  const write = { ...WRITE, before: { leftMs: passesAfter(1) } }
  await assert.rejects(cluster.patch(POD, { metadata: { resourceVersion: '12' } }, write), TooLate)
  await assert.rejects(cluster.remove(POD, 'uid-7', { ...WRITE, before: { leftMs: passesAfter(1) } }), TooLate)
  assert.equal(seen.length, 0)
  await cluster.patch(POD, {}, { ...WRITE, before: { leftMs: () => 1 } })
  assert.equal(seen.length, 1)
})

/** A moment that is over after it was looked at so often. */
function passesAfter(looks: number): () => number {
  let left = looks
  return () => left--
}

test('what is deleted is the object with this uid', async (t) => {
  const { cluster, seen } = await serve(t, status(409, 'the UID in the precondition does not match', 'Conflict'))
  await assert.rejects(cluster.remove(POD, 'u-1', WRITE), refused(409, 'Conflict'))
  assert.deepEqual(JSON.parse(seen[0]?.body ?? '').preconditions, { uid: 'u-1' })
})

test('a server that hangs is given up on, before and within its answer', async (t) => {
  const { port: hangingPort } = await serve(t, () => {})
  const { port: breakingPort } = await serve(t, (_, response) => response.writeHead(200).write('{"metadata"'))
  for (const port of [hangingPort, breakingPort]) {
    const environment = { KUBECONFIG: await writeConfig(t, `http://127.0.0.1:${port}`) }
    const { looking, close } = openClusterAccounts({ environment, timeoutMs: 50 })
    t.after(() => close())
    await assert.rejects(looking.get(POD, FOREVER), refused(0, 'Timeout', /did not answer within 0\.05 s/))
  }
})

test('whoever stops waiting hears his own reason', async (t) => {
  const { cluster } = await serve(t, () => stop.abort(new Error('enough')))
  const stop = new AbortController()
  await assert.rejects(cluster.list({ kind: 'Pod' }, stop.signal), /enough/)
  await assert.rejects(cluster.list({ kind: 'Pod' }, AbortSignal.abort(new Error('never mind'))), /never mind/)
})

test('a server that is away is named, with what the machine says', async (t) => {
  const environment = { KUBECONFIG: await writeConfig(t, 'http://127.0.0.1:1') }
  const { looking: cluster, close } = openClusterAccounts({ environment })
  t.after(() => close())
  await assert.rejects(cluster.get(POD, FOREVER), refused(0, 'Unreachable', /127\.0\.0\.1:1 could not be reached/))
})

test('a success that is no JSON comes from somebody else, and is said so', async (t) => {
  const { cluster } = await serve(t, text(200, '<html>Sign in</html>'))
  await assert.rejects(cluster.get(POD, FOREVER), refused(0, 'Unreadable', /it is no JSON/))
})

test('a token follows no redirect', async (t) => {
  const { cluster, seen } = await serve(t, (_, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  await assert.rejects(cluster.get(POD, FOREVER), refused(0, 'Unreachable'))
  assert.equal(seen.length, 1)
})

test('a name is one segment of the path or no name at all', async (t) => {
  const { cluster, seen } = await serve(t, json(200, { metadata: {}, items: [] }))
  for (const name of ['', '.', '..', 'a/b', '../secrets/x', 'a%2fb']) {
    await assert.rejects(cluster.get({ ...POD, name }, FOREVER), refused(400, 'BadRequest'), name)
    await assert.rejects(cluster.list({ kind: 'Pod', namespace: name }, FOREVER), refused(400, 'BadRequest'), name)
  }
  assert.equal(seen.length, 0)
  await cluster.get({ ...POD, name: 'ä"?#\\&x=1 --as' }, FOREVER)
  assert.equal(decodeURIComponent(seen[0]?.url.pathname ?? ''), '/api/v1/namespaces/production/pods/ä"?#\\&x=1 --as')
})

test('who looks uses one account, who acts another, for what he reads before too', async (t) => {
  const { seen, port } = await serve(t, json(200, { metadata: { name: 'x' } }))
  const KUBECONFIG = await writeConfig(t, `http://127.0.0.1:${port}/behind/a/path`)
  const environment = { KUBECONFIG, KUBE_READ_CONTEXT: 'main', KUBE_ACT_CONTEXT: 'acting' }
  const { looking, acting, close } = openClusterAccounts({ environment })
  t.after(() => close())
  await looking.get(POD, FOREVER)
  await acting.get(POD, FOREVER)
  await acting.remove(POD, 'u', WRITE)
  assert.deepEqual(
    seen.map(({ headers, url }) => [headers.authorization, url.pathname]),
    [
      [`Bearer ${TOKEN}`, '/behind/a/path/api/v1/namespaces/production/pods/web-1'],
      ['Bearer another-token', '/behind/a/path/api/v1/namespaces/production/pods/web-1'],
      ['Bearer another-token', '/behind/a/path/api/v1/namespaces/production/pods/web-1'],
    ],
  )
})

test('a kubeconfig that is mended is read at the next call', async (t) => {
  const { port } = await serve(t, json(200, { metadata: { name: 'web-1' } }))
  const [KUBECONFIG, sound] = [await writeConfig(t, ''), await writeConfig(t, `http://127.0.0.1:${port}`)]
  const { looking: cluster, close } = openClusterAccounts({ environment: { KUBECONFIG } })
  t.after(() => close())
  await writeFile(KUBECONFIG, '{ "token": "canary-token-8f2c", ')
  await assert.rejects(
    cluster.get(POD, FOREVER),
    (error) => error instanceof NotConfigured && !error.message.includes(TOKEN),
  )
  await copyFile(sound, KUBECONFIG)
  assert.equal((await cluster.get(POD, FOREVER))?.metadata.name, 'web-1')
})

test('a program that should fetch a token and hangs does not hang us', async (t) => {
  const KUBECONFIG = await writeConfig(t, 'http://127.0.0.1:1')
  const config = JSON.parse(await readFile(KUBECONFIG, 'utf8'))
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'sleep', args: ['3'] }
  await writeFile(KUBECONFIG, JSON.stringify({ ...config, users: [{ name: 'reader', user: { exec } }] }))
  const { looking, close } = openClusterAccounts({ environment: { KUBECONFIG }, timeoutMs: 50 })
  await assert.rejects(looking.get(POD, FOREVER), refused(0, 'Timeout', /did not answer within 0\.05 s/))
  await close()
})

test('without a cluster the answer says what to set', async (t) => {
  const accountFolder = await mkdtemp(join(tmpdir(), 'firebreak-account-'))
  t.after(() => rm(accountFolder, { recursive: true, force: true }))
  const ask = (environment: Record<string, string>) =>
    openClusterAccounts({ environment, accountFolder }).looking.get(POD, FOREVER)
  const asksFor = (words: RegExp) => (error: unknown) => error instanceof NotConfigured && words.test(error.message)
  await assert.rejects(ask({}), asksFor(/set KUBECONFIG/))
  await assert.rejects(ask({ KUBERNETES_SERVICE_HOST: '10.0.0.1' }), asksFor(/set KUBECONFIG/))
  await assert.rejects(ask({ KUBECONFIG: '/nowhere/config' }), asksFor(/\/nowhere\/config.*ENOENT/))
  const KUBECONFIG = await writeConfig(t, 'http://127.0.0.1:1')
  await assert.rejects(ask({ KUBECONFIG, KUBE_CONTEXT: 'other' }), asksFor(/KUBE_CONTEXT to one of: main, acting/))
})

test('inside a cluster the account of the pod is used, over TLS', async (t) => {
  const accountFolder = await mkdtemp(join(tmpdir(), 'firebreak-account-'))
  t.after(() => rm(accountFolder, { recursive: true, force: true }))
  await writeFile(join(accountFolder, 'token'), `${TOKEN}\n`)
  await writeFile(join(accountFolder, 'ca.crt'), '')
  const environment = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: '1' }
  const { looking, close } = openClusterAccounts({ environment, accountFolder })
  t.after(() => close())
  await assert.rejects(looking.get(POD, FOREVER), refused(0, 'Unreachable', /127\.0\.0\.1:1/))
})

test('who is handed the account that looks cannot change anything with it', async (t) => {
  const { port } = await serve(t, json(200, { metadata: { name: 'x' } }))
  const KUBECONFIG = await writeConfig(t, `http://127.0.0.1:${port}`)
  const { looking, close } = openClusterAccounts({ environment: { KUBECONFIG } })
  t.after(() => close())
  assert.deepEqual(Object.keys(looking).toSorted(), ['get', 'list', 'logs', 'podMetrics'])
})
