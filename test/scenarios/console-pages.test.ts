/** The console's own files: which paths lead to its page, under which policy, and what is kept how long. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService } from '../world/service.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }
const SCRIPT = 'console.log("the console")\n'
const HTML =
  '<meta name="style-nonce" content="%STYLE_NONCE%"><script type="module" src="/assets/index-abc123.js"></script>'
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** What a build leaves. */
async function builtConsole(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-console-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), HTML)
  await writeFile(join(folder, 'stamp'), 'of the sources')
  await writeFile(join(folder, 'firebreak.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'assets', 'index-abc123.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'packed-abc123.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'packed-abc123.js.gz'), gzipSync(SCRIPT))
  return folder
}

test('every path of the console is its page, with a nonce of its own and a strict policy', async (t) => {
  const environment = { ...PAUSED, API_KEY: 'k' }
  const { get } = await startTestService(t, { environment, consoleFolder: await builtConsole(t) })
  const paths = [
    '/',
    '/incidents',
    '/incidents/INC-20260101-001',
    '/runs',
    '/knowledge',
    '/environment',
    '/plugins',
    '/settings',
  ]
  const nonces = new Set<string>()
  for (const path of [...paths, '/incidents?search=%3Cscript%3E', '/no/such/page', '/apiary']) {
    const { status, headers, text } = await get(path, { headers: BROWSER })
    assert.equal(status, 200, path)
    const [, nonce = ''] = /content="([\w+/=]{24})"/.exec(text) ?? []
    assert.equal(text, HTML.replace('%STYLE_NONCE%', nonce))
    nonces.add(nonce)
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
    )
    const others = ['content-type', 'x-content-type-options', 'referrer-policy', 'cache-control']
    assert.deepEqual(
      [...others, 'cross-origin-opener-policy', 'cross-origin-resource-policy'].map((name) => headers[name]),
      ['text/html; charset=utf-8', 'nosniff', 'no-referrer', 'no-store', 'same-origin', 'same-origin'],
    )
  }
  assert.equal(nonces.size, paths.length + 3)
})

test('who asks for / in a terminal is told where to look, and a program that wants JSON that nothing is there', async (t) => {
  const { get } = await startTestService(t, { environment: PAUSED, consoleFolder: await builtConsole(t) })
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/plain' }]) {
    const { status, text, headers: answered } = await get('/', { headers })
    assert.deepEqual([status, answered['content-type']], [200, 'text/plain; charset=utf-8'])
    assert.match(text, /browser for the console\.\n.*\/api\/docs.*\/healthz\.\n$/)
  }
  assert.equal(assertErrorEnvelope(await get('/', { headers: { accept: 'application/json' } })), 'NOT_FOUND')
})

test('what the page loads is kept for good, packed where the browser takes it', async (t) => {
  const { get, ask } = await startTestService(t, { environment: PAUSED, consoleFolder: await builtConsole(t) })
  const script = await get('/assets/index-abc123.js')
  assert.deepEqual([script.status, script.text], [200, SCRIPT])
  assert.match(String(script.headers['content-type']), /^(text|application)\/javascript/)
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(script.headers['x-content-type-options'], 'nosniff')
  const packed = await get('/assets/packed-abc123.js', { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.match(String((await get('/firebreak.svg')).headers['content-type']), /^image\/svg\+xml/)
  assert.equal((await ask('HEAD', '/assets/index-abc123.js')).status, 200)
})

test('nothing but the built files can be had, and what is wrong is said in the error envelope', async (t) => {
  const { get, ask } = await startTestService(t, { environment: PAUSED, consoleFolder: await builtConsole(t) })
  const outside = [
    '../stamp',
    '..%2fstamp',
    '%2e%2e%2fstamp',
    '..%5cstamp',
    '%2e%2e',
    '.',
    '',
    'none.js',
    'a%00b',
    '%2fetc%2fpasswd',
  ]
  for (const name of outside) {
    const answer = await get(`/assets/${name}`, { headers: BROWSER })
    assert.ok(!answer.text.includes('of the sources'), name)
    assert.equal(answer.headers['cache-control'], 'no-store', name)
    if (answer.status !== 200) assert.equal(assertErrorEnvelope(answer), 'NOT_FOUND', name)
    else assert.match(answer.text, /style-nonce/, name)
  }
  for (const path of [
    '/api/unknown',
    '/api',
    '/api/keys/abcdefgh',
    '/chat/unknown',
    '/metrics/x',
    '/docs/x',
    '/healthz/x',
  ])
    assert.equal(assertErrorEnvelope(await get(path, { headers: BROWSER })), 'NOT_FOUND', path)
  assert.equal(assertErrorEnvelope(await get('/incidents', { headers: { accept: 'application/json' } })), 'NOT_FOUND')
  assert.equal(assertErrorEnvelope(await get('/index.php')), 'NOT_FOUND')
  assert.equal(assertErrorEnvelope(await ask('POST', '/incidents', { headers: BROWSER })), 'NOT_FOUND')
})

test('without keys the page answers to local names only; with one, to any', async (t) => {
  const consoleFolder = await builtConsole(t)
  const open = await startTestService(t, { environment: PAUSED, consoleFolder })
  const statusAs = async ({ get }: typeof open, host: string) =>
    (await get('/', { headers: { ...BROWSER, host } })).status
  assert.deepEqual([await statusAs(open, 'localhost:80'), await statusAs(open, 'evil.example')], [200, 403])
  const closed = await startTestService(t, { environment: { ...PAUSED, API_KEY: 'k' }, consoleFolder })
  assert.equal(await statusAs(closed, 'fire.example'), 200)
})

test('a console that was not built is named as such, and the API does not mind', async (t) => {
  const consoleFolder = await builtConsole(t)
  const { get } = await startTestService(t, { environment: PAUSED, consoleFolder })
  await rm(consoleFolder, { recursive: true })
  const answer = await get('/', { headers: BROWSER })
  assert.equal(answer.status, 503)
  assert.match(answer.text, /npm run build/)
  assert.equal((await get('/assets/index-abc123.js')).status, 404)
  assert.equal((await get('/api/incidents')).status, 200)
})
