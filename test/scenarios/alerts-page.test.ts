/** Every example of docs/alerts.md is tried, in the order of the page, and must answer as the page says. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { ruleIn, show } from '../world/alerts.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { hasProgram } from '../world/debian-program.ts'
import { freshRecords, letPass, untilNoonMs } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { SERVICE_MAIN } from '../world/service-main.ts'

type Block = { language: string; text: string }

const run = promisify(execFile)
const HOUSE = join(import.meta.dirname, '..', '..')
const ADMIN = 'the-admin-key-of-this-test'
const CURL = '/usr/bin/curl'
const AMTOOL = '/usr/bin/amtool'

const page = await readFile(join(HOUSE, 'docs', 'alerts.md'), 'utf8')
const blocks: Block[] = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
  language,
  text,
}))

test('the commands of the page answer as it says', async (t) => {
  if (!(await hasProgram(t, CURL, 'curl'))) return
  const { shell } = await openHouse(t)
  let tried = 0
  for (const [index, { language, text }] of blocks.entries()) {
    if (language !== 'sh' || text.startsWith('export')) continue
    const said = await shell(text)
    const next = blocks[index + 1]
    if (next?.language === 'json') assert.equal(withoutDay(said), withoutDay(next.text.trim()), text)
    tried += 1
  }
  assert.equal(tried, 9)
})

test('the example for an alert manager is a configuration it accepts', async (t) => {
  if (!(await hasProgram(t, AMTOOL, 'prometheus-alertmanager'))) return
  const example = blocks.find(({ language, text }) => language === 'yaml' && text.startsWith('route:'))
  const file = join(await temporaryFolder(t, 'alerts-page'), 'alertmanager.yml')
  await writeFile(file, example?.text ?? '')
  assert.match((await run(AMTOOL, ['check-config', file])).stdout, /SUCCESS/)
})

test('a dashboard of the legacy kind sends the key as a password', async (t) => {
  const { service, key } = await openHouse(t)
  const headers = { authorization: `Basic ${Buffer.from(`anyone:${key}`).toString('base64')}` }
  const send = async (state: string) => (await service.ask('POST', '/api/alert', { headers, body: ruleIn(state) })).body
  const { incident_id } = (await send('alerting')).data
  await send('pending')
  assert.equal((await send('ok')).data.incident_id, incident_id)
  const { status, resolution, source, fingerprint, title } = await show(asAdmin(service), incident_id)
  assert.deepEqual(
    { status, resolution, source, fingerprint, title },
    {
      status: 'resolved',
      resolution: 'alert_cleared',
      source: 'grafana',
      fingerprint: 'dashboard:1:rule:7',
      title: 'Queue is long',
    },
  )
})

test('a key that may only send reads nothing', async (t) => {
  const { service, key } = await openHouse(t)
  assert.equal((await service.get('/api/incidents', { key })).status, 403)
  assert.equal((await service.ask('POST', '/api/alert', { body: { message: 'no key' } })).status, 401)
})

/** The shell of a user who has followed the page so far. */
async function openHouse(t: TestContext) {
  const { url, database } = await freshRecords(t)
  // The numbers of incidents begin anew at midnight.
  await letPass(database, `${untilNoonMs()} milliseconds`)
  const service = await startTestService(t, { environment: { DATABASE_URL: url, API_KEY: ADMIN } })
  const issued = await service.ask('POST', '/api/keys', { key: ADMIN, body: { role: 'sender', name: 'page' } })
  const key = issued.body.data.key as string
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    REDIS_URL: 'embedded:',
    FIREBREAK: service.address,
    KEY: key,
  }
  const firebreak = `'${process.execPath}' --disable-warning=ExperimentalWarning '${SERVICE_MAIN}'`
  const cwd = await temporaryFolder(t, 'alerts-page')
  const shell = async (command: string) =>
    (await run('sh', ['-c', command.replaceAll('npx firebreak', firebreak)], { env, cwd })).stdout.trim()
  return { service, key, shell }
}

function asAdmin({ ask }: TestService): Pick<TestService, 'ask'> {
  return { ask: (method, path, asked) => ask(method, path, { key: ADMIN, ...asked }) }
}

/** The number of an incident must be as on the page; its day is that of the test. */
function withoutDay(text: string): string {
  return text.replace(/INC-\d{8}/g, 'INC')
}
