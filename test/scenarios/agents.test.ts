/** Agents that speak the Model Context Protocol, by the official SDK's own client, over both of its transports. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { post } from '../world/alerts.ts'
import { startTestService } from '../world/service.ts'
import { SERVICE_MAIN } from '../world/service-main.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

const ADMIN = 'the-admin-key-of-this-test'

async function connect(t: TestContext, transport: Transport) {
  const client = new Client({ name: 'a test', version: '1' })
  await client.connect(transport)
  t.after(() => client.close())
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given })
    return { text: (content as { text: string }[])[0]?.text ?? '', isError: isError === true }
  }
  return { client, call }
}

const overHttp = (t: TestContext, address: string, key = ADMIN) =>
  connect(
    t,
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }) as Transport,
  )

const overStdio = (t: TestContext, address: string, key = ADMIN) =>
  connect(
    t,
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVICE_MAIN, 'mcp'],
      cwd: '/',
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        NODE_NO_WARNINGS: '1',
        FIREBREAK_URL: address,
        FIREBREAK_KEY: key,
      },
    }),
  )

for (const [way, open] of [
  ['streamable HTTP', overHttp],
  ['standard input and output', overStdio],
] as const) {
  test(`over ${way} an agent reads, asks and hands in, and finds no tool that decides`, async (t) => {
    const { address } = await startTestService(t, { environment: { API_KEY: ADMIN, DIAGNOSIS_CONCURRENCY: '0' } })
    const { client, call } = await open(t, address)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.filter(({ name }) => /confirm|decide|approve|execute|resolve|(?:create|make|add)_silence/.test(name)),
      [],
    )
    const sent = JSON.parse((await call('diagnose_alert', { message: 'checkout is slow', severity: 'critical' })).text)
    const listed = JSON.parse((await call('list_incidents', { severity: 'critical' })).text)
    assert.deepEqual([listed.total, listed.items[0].id], [1, sent.incident_id])
    const among = { severity: 'critical,high', open: 'true', sort: 'severity', parts: 'all' }
    assert.equal(JSON.parse((await call('list_incidents', among)).text).total, 1)
    assert.equal(JSON.parse((await call('list_incidents', { ...among, open: 'false' })).text).total, 0)
    const shown = JSON.parse((await call('get_incident', { incident: sent.incident_id })).text)
    assert.deepEqual([shown.title, shown.events], ['checkout is slow', undefined])
    const timeline = JSON.parse((await call('get_timeline', { incident: sent.incident_id })).text)
    assert.equal(timeline.events[0].type, 'alert_received')
    assert.equal(JSON.parse((await call('search_knowledge', { search: 'disk' })).text).total, 0)
    assert.deepEqual(JSON.parse((await call('get_environment')).text).services, [])
    const asked = JSON.parse((await call('ask', { incident: sent.incident_id, question: 'what of node-77?' })).text)
    assert.match(asked.question.answer.text, /node-77: nothing was looked at yet, so nothing is known of it/)
    const questions = JSON.parse((await call('get_questions', { incident: sent.incident_id })).text)
    assert.deepEqual(questions.questions, [asked.question])
    assert.equal(JSON.parse((await call('list_silences')).text).total, 0)
    const matchers = [{ name: 'alertname', value: 'nobody' }]
    assert.equal(JSON.parse((await call('preview_silence', { matchers })).text).matching, 0)
    const run = JSON.parse((await call('run_plugin', { plugin: 'runbook.search', parameters: { query: 'disk' } })).text)
    assert.equal(run.result.success, true)
  })
}

test('nonsense, a million rows, what is not there and what changes something get one sentence', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const { call } = await overHttp(t, service.address)
  const incident = (await post(service, { message: 'the disk is full' }, { key: ADMIN })).incident_id
  const refused: [string, Record<string, unknown>, RegExp][] = [
    ['launch', {}, /There is no tool launch/],
    ['list_incidents', { limit: 1_000_000 }, /^limit: /],
    ['list_incidents', { colour: 'red' }, /^colour: is not a parameter/],
    ['list_incidents', { offset: -1 }, /^offset: /],
    ['list_incidents', { open: 'perhaps' }, /^open: /],
    ['list_incidents', { label: 'novalue' }, /name=value/],
    ['get_incident', {}, /^arguments: .*incident/],
    ['get_incident', { incident: 'INC-20200101-001' }, /no such incident/i],
    ['run_plugin', { plugin: 'scale_deployment', parameters: {} }, /only as part of a plan/],
    ['diagnose_alert', { message: '' }, /^message: /],
    ['ask', { incident: 'INC-20200101-001', question: 'why?' }, /no such incident/i],
    ['ask', { incident: 'INC-20200101-001', question: '' }, /^question: /],
    ['propose_plan', { incident, why: 'x', actions: [] }, /^actions: /],
    [
      'propose_plan',
      { incident, why: 'x', actions: [{ plugin: 'launch', parameters: {} }] },
      /actions\[0\]\.plugin is no plugin/,
    ],
  ]
  for (const [name, given, pattern] of refused) {
    const { text, isError } = await call(name, given)
    assert.ok(isError, `${name} was taken`)
    assert.match(text, pattern)
    assert.doesNotMatch(text, /\n\s+at |\.ts:\d+/)
  }
})

test('an agent may do what its key may, and no more', async (t) => {
  const { address, ask } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const made = await ask('POST', '/api/keys', { key: ADMIN, body: { name: 'agent', role: 'viewer' } })
  const { call } = await overHttp(t, address, made.body.data.key)
  assert.equal((await call('list_incidents')).isError, false)
  for (const [name, given] of [
    ['run_plugin', { plugin: 'runbook.search', parameters: { query: 'x' } }],
    ['diagnose_alert', { message: 'x' }],
  ] as const)
    assert.match((await call(name, given)).text, /role/i, name)
  await assert.rejects(overHttp(t, address, 'a-key-nobody-issued'), /401|key/i)
  assert.equal((await ask('POST', '/mcp', { body: {} })).status, 401)
})

test('what is long is cut, and had in parts that make the whole', async (t) => {
  const world = await openWaitingWorld(t, ['web'])
  const { address, get } = await world.startInstance()
  const { id } = await world.plant('web', { alert: { metadata: { note: 'x'.repeat(60_000), labels: { a: 'b' } } } })
  const { call } = await overHttp(t, address)
  let whole = ''
  let parts = 0
  for (let offset = 0; ; ) {
    const { text } = await call('get_incident', { incident: id, offset })
    const [part = '', rest] = text.split('\n… cut: ')
    assert.ok(text.length < 21_000)
    whole += part
    parts += 1
    if (rest === undefined) break
    offset = Number(rest.match(/offset (\d+)/)?.[1])
  }
  assert.ok(parts > 1, 'nothing was cut')
  assert.equal(JSON.parse(whole).description, (await get(`/api/incidents/${id}`)).body.data.description)
})

test('a body that is no protocol is refused, and an agent that vanished leaves the service well', async (t) => {
  const { ask, get, address } = await startTestService(t)
  for (const body of ['nonsense', { jsonrpc: '1.0' }, []])
    assert.equal(Math.floor((await ask('POST', '/mcp', { body })).status / 100), 4)
  for (const method of ['GET', 'DELETE'] as const) {
    const refused = await fetch(`${address}/mcp`, { method })
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST'], method)
  }
  const gone = new AbortController()
  const asked = fetch(`${address}/mcp`, {
    method: 'POST',
    signal: gone.signal,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  gone.abort()
  await assert.rejects(asked)
  assert.equal((await get('/healthz')).status, 200)
})

test('agents that hang in the middle of a word hold up nobody, and one that says nothing ends with its pipe', async (t) => {
  const { address, port } = await startTestService(t, { environment: { API_KEY: ADMIN, DIAGNOSIS_CONCURRENCY: '0' } })
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${ADMIN}`,
    'Content-Type: application/json',
  ]
  const hung = Array.from({ length: 20 }, () => createConnection({ port, host: 'localhost' }))
  t.after(() => hung.map((socket) => socket.on('error', () => 'The service may have hung up.').destroy()))
  // All at once: whoever is connected before somebody listens is never heard of.
  await Promise.all(hung.map((socket) => once(socket, 'connect')))
  for (const socket of hung) {
    socket.write(`${[...head, 'Content-Length: 1000'].join('\r\n')}\r\n\r\n{"jsonrpc":`)
  }
  const { client } = await overHttp(t, address)
  assert.ok((await client.listTools()).tools.length > 5)
  const env = { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', FIREBREAK_URL: address, FIREBREAK_KEY: ADMIN }
  const silent = spawn(process.execPath, [SERVICE_MAIN, 'mcp'], { cwd: '/', env, stdio: ['pipe', 'ignore', 'ignore'] })
  t.after(() => silent.kill('SIGKILL'))
  silent.stdin.end()
  assert.deepEqual(await once(silent, 'exit'), [0, null])
  const brief = spawn(process.execPath, [SERVICE_MAIN, 'mcp'], { cwd: '/', env, stdio: ['pipe', 'pipe', 'ignore'] })
  t.after(() => brief.kill('SIGKILL'))
  const listing = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'list_incidents', arguments: {} } }
  brief.stdin.end(['garbage', '{"no":"message"}', JSON.stringify(listing), ''].join('\n'))
  const answers = (await text(brief.stdout))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code]),
    [
      [null, -32700],
      [null, -32600],
      [7, undefined],
    ],
  )
  assert.equal(JSON.parse(answers[2].result.content[0].text).total, 0)
})
