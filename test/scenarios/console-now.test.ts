/** The page Now in a real browser: what needs a person comes by itself, and the first steps tick themselves. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { openBrowser, type Person } from '../world/browser.ts'
import { assertAccessible } from '../world/console-look.ts'
import { eventually } from '../world/eventually.ts'
import { freePort } from '../world/free-port.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }
const PHONE = { width: 390, height: 844 }

async function sendAlert(service: TestService, message: string, severity = 'high', key?: string): Promise<string> {
  const body = { message, metadata: { severity, fingerprint: message } }
  return (await service.ask('POST', '/api/alert', { body, ...(key && { key }) })).body.data.incident_id
}

/** Alive as long as nobody loads the page anew. */
const markPage = ({ page }: Person) => page.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }))
const isSamePage = ({ page }: Person) => page.evaluate(() => 'isTheSamePage' in globalThis)

async function assertFits({ page }: Person): Promise<void> {
  const [wide, seen] = (await page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]')) as [
    number,
    number,
  ]
  assert.ok(wide <= seen, `the page is ${wide} wide on a screen of ${seen}`)
}

test('a broken audit trail is among what the page says is to mend', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { url, adminUrl } = await migratedDatabase(t)
  const environment = { ...PAUSED, DATABASE_URL: url }
  const before = await startTestService(t, { environment })
  await before.ask('PUT', '/api/config', { body: { HOURLY_QUOTA: 3 } })
  await before.stop()
  await runSql(adminUrl, `SET session_replication_role = replica; UPDATE firebreak.audit SET actor = 'nobody'`)
  const service = await startTestService(t, { environment })
  const { page } = await browser.open(service.address)
  await page.goto('/')
  await page
    .getByRole('region', { name: 'To mend' })
    .getByText(/The audit trail is broken: entry 1 was changed/)
    .waitFor()
})

test('an alert appears by itself and leaves by itself, with the counts, and nobody loads the page anew', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: PAUSED })
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/')
  await page.getByText('Nothing needs you.').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await markPage(person)
  const id = await sendAlert(service, 'The disk of db-1 is full')
  await page.getByRole('region', { name: /^Open/ }).getByRole('link', { name: 'The disk of db-1 is full' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Pending' }).getByText('1', { exact: true }).waitFor()
  await service.ask('POST', `/api/incidents/${id}/resolve`, { body: {} })
  await page.getByText('No incident is open.').waitFor()
  assert.ok(await isSamePage(person))
  assert.deepEqual(person.complaints, [])
})

test('a plan that waits has its step, its risk and the time left, and is opened with j and Enter', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, ['cart', 'checkout'])
  const service = await world.startInstance({ LLM_TIMEOUT: 'soon' })
  const alert = { message: 'Checkout answers too slowly', metadata: { severity: 'critical' } }
  const severe = await world.plant('checkout', { alert })
  const soon = await world.plant('cart', { confirmWithinSeconds: 200 })
  await sendAlert(service, 'The shop is away', 'critical')
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/')
  await page.getByText('2 plans wait for a decision.').waitFor()
  const waiting = page.getByRole('region', { name: 'To decide, the shortest time first' })
  await waiting.getByText('Plan: Scale Deployment shop/checkout from 2 to 3 replicas.').waitFor()
  await waiting
    .getByText(/^risk (low|medium|high)$/)
    .first()
    .waitFor()
  const timer = waiting.getByRole('timer').last()
  const remaining = await timer.innerText()
  assert.match(remaining, /^(1 h 00 min|\d+ min \d+ s) to decide$/)
  await eventually('the time left ticks', async () => (await timer.innerText()) !== remaining)
  await page.getByText(/LLM_TIMEOUT in the environment is ignored/).waitFor()
  await lookAtItEverywhere(person, 'now')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('button', { name: 'Show' }).press('Enter')
  await steps.getByRole('button', { name: 'Run the demo: to do' }).waitFor()
  await steps.getByRole('button', { name: 'Fold' }).press('Enter')
  const focused = async () => String(await page.evaluate('document.activeElement.getAttribute("href")'))
  await page.keyboard.press('j')
  assert.match(await focused(), new RegExp(soon.id), 'the one whose time runs out, before a more severe one')
  await page.keyboard.press('j')
  assert.match(await focused(), new RegExp(severe.id))
  await page.keyboard.press('j')
  assert.equal(await page.locator(':focus').innerText(), 'The shop is away', 'without a plan it comes after them')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/incidents/${severe.id}`)
  assert.deepEqual(person.complaints, [])

  const atNight = await browser.open(service.address, { scheme: 'dark', ...PHONE })
  await atNight.page.goto('/')
  await atNight.page.getByRole('timer').first().waitFor()
  await assertFits(atNight)
  await lookAtItEverywhere(atNight, 'now-phone')
  assert.deepEqual(atNight.complaints, [])
})

/** As it is, and in the other scheme. */
async function lookAtItEverywhere(person: Person, name: string): Promise<void> {
  await assertAccessible(person.page)
  await person.shoot(name)
  await person.page.getByRole('button', { name: /^Switch to/ }).click()
  await assertAccessible(person.page)
  await person.shoot(`${name}-switched`)
}

test('the most severe comes first over everything, then the oldest, however many came after it', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: PAUSED })
  await sendAlert(service, 'Old and high', 'high')
  await sendAlert(service, 'The one that matters', 'critical')
  for (let at = 0; at < 45; at += 1) await sendAlert(service, `Noise ${at}`, 'low')
  await sendAlert(service, 'New and high', 'high')
  const { page } = await browser.open(service.address)
  await page.goto('/')
  const links = page.getByRole('region', { name: /^Open/ }).getByRole('listitem').getByRole('link')
  await links.nth(39).waitFor()
  const texts = await links.allInnerTexts()
  assert.deepEqual(texts.slice(0, 5), ['The one that matters', 'Old and high', 'New and high', 'Noise 0', 'Noise 1'])
  await page.getByRole('link', { name: 'And 8 more' }).click()
  await page.waitForURL('**/incidents?open=true&sort=severity')
})

test('the stream is lost with the service and comes back with it, and what happened meanwhile is shown', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const PORT = String(await freePort())
  const service = await startTestService(t, { environment: { ...PAUSED, PORT } })
  const [gone, staying] = [await sendAlert(service, 'Soon over'), await sendAlert(service, 'Here to stay')]
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/')
  await page.getByRole('link', { name: 'Soon over' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await markPage(person)
  await service.stop()
  await page.getByText('The event stream is lost').waitFor()
  await person.shoot('now-lost')

  // Meanwhile, on another instance: one incident ends and another begins.
  const elsewhere = await startTestService(t, { environment: { ...PAUSED, DATABASE_URL: service.databaseUrl } })
  await elsewhere.ask('POST', `/api/incidents/${gone}/resolve`, { body: {} })
  await sendAlert(elsewhere, 'Came in the dark')
  await page.getByRole('link', { name: 'Soon over' }).waitFor()

  await eventually('the port is free again', () =>
    startTestService(t, { environment: { ...PAUSED, DATABASE_URL: service.databaseUrl, PORT } }).catch(() => false),
  )
  await page.getByRole('link', { name: 'Came in the dark' }).waitFor()
  await page.getByText('The event stream is lost').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Soon over' }).waitFor({ state: 'detached' })
  await elsewhere.ask('POST', `/api/incidents/${staying}/resolve`, { body: {} })
  await page.getByRole('link', { name: 'Here to stay' }).waitFor({ state: 'detached' })
  assert.ok(await isSamePage(person))
  // A browser complains by itself of what it could not reach; of anything else nobody may.
  assert.deepEqual(
    person.complaints.filter((complaint) => !/ERR_|503/.test(complaint)),
    [],
  )
})

test('a page opened while the service does not answer says so, and comes by itself', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: PAUSED })
  const person = await browser.open(service.address, PHONE)
  const { page } = person
  await page.route('**/api/session', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Firebreak' }).waitFor()
  await assertFits(person)
  await assertAccessible(page)
  await page.unroute('**/api/session')
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor()
})

test('an empty console says what to do, ticks what is done, and is quiet once dismissed', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: PAUSED })
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('0 of 6 done').waitFor()
  const line = await steps.locator('code').first().innerText()
  assert.match(line, new RegExp(`^curl -X POST ${service.address}/api/alert `))
  assert.doesNotMatch(line, /Authorization/)
  await lookAtItEverywhere(person, 'first-run')

  await sendAlert(service, 'Queries on firebreak_demo.orders have hung for seconds')
  await steps.getByText('2 of 6 done').waitFor()
  await steps.getByRole('button', { name: 'Send a test alert: done' }).waitFor()
  await steps.getByRole('button', { name: 'Connect a model: to do' }).waitFor()
  const LLM_BASE_URL = await startModel(t)
  await service.ask('PUT', '/api/config', { body: { LLM_PROVIDER: 'provider_b', LLM_BASE_URL } })
  await sendAlert(service, 'Another alert, so that the page looks again')
  await steps.getByRole('button', { name: 'Connect a model: done' }).waitFor()

  await steps.getByRole('button', { name: 'Dismiss' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('region', { name: /^Open/ }).waitFor()
  assert.equal(await steps.count(), 0)
  assert.deepEqual(person.complaints, [])
})

async function startModel(t: TestContext): Promise<string> {
  const server = createServer((_request, response) => void response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('where keys exist the first alert is sent with one', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const API_KEY = 'the-admin-key-of-this-test'
  const service = await startTestService(t, { environment: { ...PAUSED, API_KEY } })
  const { page } = await browser.open(service.address)
  await page.goto('/')
  await page.getByLabel('Key').first().fill(API_KEY)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('-H "Authorization: Bearer $FIREBREAK_KEY"').waitFor()
})

test('a part whose alert fires on after its leader is closed stays in sight, and its page no longer leads there for a decision', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: PAUSED })
  const leader = await sendAlert(service, 'The database hangs')
  const part = await sendAlert(service, 'The shop is slow')
  await service.ask('POST', `/api/incidents/${part}/attach`, { body: { part_of: leader } })
  const left = async () => {
    const { body } = await service.ask('GET', '/api/incidents?parts=left')
    return [body.data.total, body.data.items.map(({ id }: { id: string }) => id)]
  }
  assert.deepEqual(await left(), [0, []])
  await service.ask('POST', `/api/incidents/${leader}/resolve`, { body: {} })
  assert.deepEqual(await left(), [1, [part]])
  const { page } = await browser.open(service.address)
  await page.goto('/')
  await page.getByText('Nothing needs a decision, but not every alert has cleared.').waitFor()
  await page
    .getByRole('region', { name: /^Still firing/ })
    .getByRole('link', { name: 'The shop is slow' })
    .click()
  await page.getByText(`It was part of ${leader}, which is closed.`).first().waitFor()
  assert.equal(await page.getByText('is decided there').count(), 0)
})
