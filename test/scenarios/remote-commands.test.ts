/** The commands for people on call, as processes of their own beside a running service. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { type Ended, runCommand, startCommand } from '../world/command-line.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService } from '../world/service.ts'
import { SERVICE_MAIN } from '../world/service-main.ts'
import { startTcpProxy } from '../world/tcp-proxy.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

const ADMIN = 'the-admin-key-of-this-test'

async function openService(t: TestContext) {
  const service = await startTestService(t, { environment: { API_KEY: ADMIN, DIAGNOSIS_CONCURRENCY: '0' } })
  const at = { FIREBREAK_URL: service.address, FIREBREAK_KEY: ADMIN }
  return { service, at, run: (...args: string[]) => runCommand(t, args, at) }
}

function assertOneSentence({ code, err, out }: Ended, exitCode: number, pattern: RegExp): void {
  assert.deepEqual([code, out], [exitCode, ''], err)
  assert.match(err, pattern)
  assert.doesNotMatch(err, /\n\s+at |node:internal|\.ts:\d+/, 'a stack was shown')
}

test('an alert is sent, listed and shown, for people and for scripts', async (t) => {
  const { run } = await openService(t)
  const sent = await run('send', 'checkout is slow', '--severity', 'critical', '--label', 'namespace=shop')
  const [id = ''] = sent.out.match(/^INC-\d{8}-\d+/) ?? []
  assert.equal(sent.code, 0, sent.err)
  const listed = await run('incidents', '--severity', 'critical')
  assert.match(listed.out, new RegExp(`^id .*\n${id}  critical  pending .* checkout is slow\n$`))
  assert.equal(JSON.parse((await run('incidents', '--json')).out).items[0].id, id)
  assert.match((await run('show', id)).out, /^INC-.*critical {2}pending[\s\S]*checkout is slow[\s\S]*Not diagnosed yet/)
  assert.equal(JSON.parse((await run('show', id, '--json')).out).description, 'checkout is slow')
  assert.match((await run('assign', id)).out, /has it now\./)
  assert.match((await run('assign', id, 'grace')).out, new RegExp(`^${id}: It is given to grace\\.`))
  assert.match((await run('show', id)).out, /\nIn hand of grace, as \S+ said\n/)
  assert.match((await run('incidents')).out, / {2}grace +checkout is slow/)
  assert.match((await run('assign', id, '--nobody')).out, /Nobody has it now\./)
  const none = await run('incidents', '--status', 'resolved,ignored')
  assert.deepEqual([none.code, none.out], [0, 'No incidents.\n'])
})

test('a list is narrowed by several severities, labels, what is open and in which order, and shows parts where asked', async (t) => {
  const { run, service } = await openService(t)
  const send = async (message: string, severity: string, labels: Record<string, string>) => {
    const body = { message, metadata: { severity, labels } }
    return (await service.ask('POST', '/api/alert', { key: ADMIN, body })).body.data.incident_id as string
  }
  const cart = await send('the cart is slow', 'high', { namespace: 'shop', team: 'a,b' })
  const disk = await send('the disk is full', 'low', { namespace: 'shop' })
  const mail = await send('no mail', 'critical', { namespace: 'office' })
  await eventually('their labels are written down', async () => {
    const { body } = await service.get('/api/incidents?label=namespace=office', { key: ADMIN })
    return body.data.total === 1
  })
  const found = async (...options: string[]) => {
    const { out, err } = await run('incidents', '--json', ...options)
    assert.equal(err, '')
    return JSON.parse(out).items.map(({ id }: { id: string }) => id) as string[]
  }
  assert.deepEqual(await found('--sort', 'severity', '--open'), [mail, cart, disk])
  assert.deepEqual(await found('--label', 'namespace=shop', '--label', 'team=a,b'), [cart])
  assertOneSentence(await run('incidents', '--open', '--closed'), 2, /Either --open or --closed/)
  const body = { part_of: cart }
  assert.equal((await service.ask('POST', `/api/incidents/${disk}/attach`, { key: ADMIN, body })).status, 200)
  assert.deepEqual(await found('--severity', 'high,low'), [cart])
  assert.deepEqual(await found('--severity', 'high,low', '--parts'), [disk, cart])
})

test('a silence is tried, made, looked at and ended from the terminal', async (t) => {
  const { run } = await openService(t)
  await run('send', 'the disk is full', '--label', 'alertname=DiskFull')
  assert.match((await run('silences', 'preview', 'alertname=~Disk.*')).out, /^1 of 1 alerts of today match/)
  const made = await run('silences', 'add', 'alertname=~Disk.*', '--for', '2h', '--comment', 'new disks', '--json')
  const { id, matchers } = JSON.parse(made.out)
  assert.deepEqual(matchers, [{ name: 'alertname', value: 'Disk.*', is_regex: true, is_equal: true }])
  assert.match((await run('send', 'slow', '--label', 'alertname=DiskSlow')).out, new RegExp(`^no incident: .*${id}`))
  assert.match((await run('silences')).out, new RegExp(`${id}  active .* 1 +alertname=~"Disk\\.\\*"  new disks`))
  assert.match((await run('silences', 'show', id)).out, /held back: 1 alerts, 1 notifications[\s\S]*slow/)
  assert.match((await run('silences', 'end', id)).out, /The silence is over\./)
  assertOneSentence(await run('silences', 'add', 'alertname=a', '--for', '2h'), 2, /Say why/)
  assertOneSentence(await run('silences', 'add', 'a=~.*', '--for', '1h', '--comment', 'x'), 5, /would hide every alert/)
})

test('what goes wrong ends with one sentence and a number that scripts can tell apart', async (t) => {
  const { at, run, service } = await openService(t)
  assertOneSentence(await run('show', 'INC-20200101-001'), 3, /no such incident/i)
  assertOneSentence(await run('send'), 2, /Say what is wrong/)
  assertOneSentence(await run('send', 'x', '--label', 'novalue'), 2, /name=value/)
  assertOneSentence(await run('send', 'x', '--severity', 'bogus'), 2, /--severity takes critical, .* and not bogus/)
  assertOneSentence(await run('send', '--file', '/nonexistent.json'), 2, /cannot be read/)
  assertOneSentence(
    await run('incidents', '--limit', 'many'),
    2,
    /^firebreak: --limit takes a whole number, from 1 to 1000/,
  )
  assertOneSentence(await run('runs', '--page', '0'), 2, /--page takes a whole number, 1 or more, and not 0\./)
  assertOneSentence(await run('incidents', '--status', 'resolvd'), 2, /--status takes pending, .*, and not resolvd\./)
  assertOneSentence(await run('incidents', '--severity', 'sever'), 2, /--severity takes critical, .*, and not sever\./)
  const wrongKey = { ...at, FIREBREAK_KEY: 'a-key-nobody-issued' }
  assertOneSentence(await runCommand(t, ['incidents'], wrongKey), 4, /FIREBREAK_KEY is not a key it knows/)
  assertOneSentence(await runCommand(t, ['incidents'], { FIREBREAK_URL: service.address }), 4, /Set FIREBREAK_KEY/)
  const torn = await runCommand(t, ['incidents'], { ...at, FIREBREAK_KEY: 'half-a-key\nthe-rest' })
  assertOneSentence(torn, 4, /FIREBREAK_KEY is no key: it has characters that no key has\./)
  assert.doesNotMatch(torn.err, /half-a-key/)
  assertOneSentence(await runCommand(t, ['incidents'], { FIREBREAK_URL: 'nonsense' }), 2, /FIREBREAK_URL is no address/)
  const nobody = { ...at, FIREBREAK_URL: 'http://127.0.0.1:1' }
  assertOneSentence(
    await runCommand(t, ['incidents'], nobody),
    6,
    /No service answers at http:\/\/127\.0\.0\.1:1 \(bad port: this port belongs to another protocol/,
  )
  assertOneSentence(await runCommand(t, ['watch'], nobody), 6, /No service answers/)
  const { out } = await run('send', 'a plan nobody made')
  const [id = ''] = out.match(/^INC-\d{8}-\d+/) ?? []
  assertOneSentence(await run('decide', id, 'confirm'), 5, /has no plan to confirm/)
})

test('a server that is no Firebreak is told as such', async (t) => {
  const other = createServer((_request, response) => response.writeHead(418).end('teapot')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const FIREBREAK_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  assertOneSentence(
    await runCommand(t, ['incidents'], { FIREBREAK_URL }),
    1,
    /answered 418 and is perhaps no Firebreak/,
  )
})

test('a script confirms the plan it names, and no other', async (t) => {
  const world = await openWaitingWorld(t, ['web'])
  const { address } = await world.startInstance()
  const { id, digest } = await world.plant('web')
  const run = (...args: string[]) => runCommand(t, args, { FIREBREAK_URL: address })
  assert.match((await run('show', id)).out, new RegExp(`Plan [\\s\\S]*scale_deployment[\\s\\S]*digest ${digest}`))
  assert.match(
    (await run('ask', id, 'what', 'of', 'node-77?')).out,
    /node-77: nothing was looked at yet, so nothing is known of it/,
  )
  assertOneSentence(await run('ask', 'INC-20200101-001', 'why?'), 3, /./)
  assertOneSentence(await run('decide', id, 'confirm'), 2, /--digest/)
  assertOneSentence(await run('decide', id, 'confirm', '--digest', 'another'), 5, /./)
  const done = await run('decide', id, 'confirm', '--digest', digest)
  assert.deepEqual([done.code, done.err], [0, ''])
  assert.match(done.out, new RegExp(`^${id} is executing`))
})

test('watch tells what happens while it happens, and ends at a word', async (t) => {
  const { service, at } = await openService(t)
  const { child, said, ended } = startCommand(t, ['watch', '--json'], at)
  const human = startCommand(t, ['watch'], at)
  await eventually('the watcher begins', () => /^Watching/.test(human.said()))
  // The first watcher says nothing of its own: an alert is sent until it has heard of one.
  await eventually('a script hears of an alert', async () => {
    await service.ask('POST', '/api/alert', { key: ADMIN, body: { message: `watched ${Math.random()}` } })
    return said().includes('"event":"incident_created"')
  })
  await eventually('a person reads of it', () => /INC-\d+-\d+ {2}incident_created {2}title="watched/.test(human.said()))
  child.kill('SIGINT')
  human.child.kill('SIGINT')
  const { code, err } = await ended
  assert.deepEqual([code, err], [0, ''])
})

test('watch says when nobody answers any more, goes on where it was, and ends when its key is revoked', async (t) => {
  const { service, at } = await openService(t)
  const proxy = await startTcpProxy(t, { host: '127.0.0.1', port: service.port })
  const issued = await service.ask('POST', '/api/keys', { key: ADMIN, body: { name: 'watcher', role: 'viewer' } })
  const { key: FIREBREAK_KEY } = issued.body.data
  const through = { ...at, FIREBREAK_URL: `http://127.0.0.1:${proxy.port}`, FIREBREAK_KEY }
  const watcher = startCommand(t, ['watch', '--json'], through)
  await eventually('it hears of an alert', async () => {
    await service.ask('POST', '/api/alert', { key: ADMIN, body: { message: `before ${Math.random()}` } })
    return watcher.said().includes('before')
  })
  await proxy.cut()
  await eventually('it says so', () => /is lost; trying again/.test(watcher.noted()))
  await service.ask('POST', '/api/alert', { key: ADMIN, body: { message: 'while it was away' } })
  await proxy.mend()
  await eventually('it says that it is back', () => /Watching .* again/.test(watcher.noted()))
  await eventually('nothing is missed', () => watcher.said().includes('while it was away'))
  await service.ask('DELETE', `/api/keys/${issued.body.data.id}`, { key: ADMIN })
  await proxy.cut()
  await proxy.mend()
  assert.equal((await watcher.ended).code, 4)
})

test('a pipe that is closed early is no error', async (t) => {
  const { run, at } = await openService(t)
  await run('send', 'one')
  const child = spawn(
    'bash',
    ['-c', `"${process.execPath}" "${SERVICE_MAIN}" incidents --json | true; exit \${PIPESTATUS[0]}`],
    {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '', NODE_NO_WARNINGS: '1', ...at },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  assert.deepEqual([code, err], [0, ''])
})

test('completions know every command, in bash and in zsh', async (t) => {
  const script = (await runCommand(t, ['completion', 'bash'])).out
  const offered = async (...typed: string[]) => {
    const words = ['firebreak', ...typed].map((word) => `'${word}'`).join(' ')
    const ask = `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _firebreak; echo "\${COMPREPLY[*]}"`
    const child = spawn('bash', ['-c', ask], { stdio: ['ignore', 'pipe', 'inherit'] })
    return (await text(child.stdout)).trim()
  }
  assert.equal(await offered('keys', ''), 'create list revoke --help')
  assert.equal(await offered('decide', 'INC-20260101-001', 're'), 'reject rediagnose')
  assert.match(await offered('show', 'INC-20260101-001', '--'), /^--json --help$/)
  assert.equal(await offered('incidents', '--json', '--status', 'res'), 'resolved')
  assert.equal(await offered('decide', '--comment', 'confirm', 'INC-20260101-001', 'con'), 'confirm')
  assert.equal(await offered('runs', 'show', ''), '--json --help')
  assert.match((await runCommand(t, ['completion', 'zsh'])).out, /^autoload -U \+X bashcompinit/)
  assert.match((await runCommand(t, ['completion', 'fish'])).err, /Allowed choices are bash, zsh/)
})
