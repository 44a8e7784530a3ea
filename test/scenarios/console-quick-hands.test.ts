/** Quick hands in a real browser: the palette, the keys between pages, the help that comes along, and one clock for all. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openBrowser } from '../world/browser.ts'
import { keysOf } from '../world/by-keys.ts'
import { assertAccessible, assertFits, assertInSight } from '../world/console-look.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'

const PHONE = { width: 390, height: 844 }

let service: TestService
let incident: string

const test = sharing(async (t) => {
  service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  const alert = { message: 'The ledger of the bank is unreachable', metadata: { fingerprint: 'ledger' } }
  incident = (await service.ask('POST', '/api/alert', { body: alert })).body.data.incident_id
  await service.ask('POST', '/api/knowledge', { body: { title: 'Ledger restarts', content: 'Ask the bank first.' } })
})

/** What is asked for there waits until it is released. */
async function holdBack(page: Page, address: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, (route) => held.promise.then(() => route.continue()))
  return held.resolve
}

test('the palette finds pages, incidents, runbooks, plugins and settings, and Enter goes there', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/')
  await page.getByRole('button', { name: 'Go to …' }).waitFor()
  const look = async (words: string, place: RegExp) => {
    const field = page.getByRole('combobox', { name: /^Page, incident/ })
    await field.waitFor({ state: 'detached' }) // The one before fades out, and what is typed into it is gone with it.
    await page.keyboard.press('Control+k')
    await field.fill(words)
    const found = page.getByRole('option', { name: place })
    await found.waitFor()
    return { field, found }
  }
  await look('ledger', /The ledger of the bank is unreachable.*incident/)
  await page.getByRole('option', { name: /Ledger restarts.*runbook/ }).waitFor()
  await assertAccessible(page)
  await person.shoot('palette')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: /Ledger restarts.*runbook/, selected: true }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('option', { name: /The ledger of the bank/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/incidents/${incident}`)
  await look('metrics.que', /^metrics\.query_range/)
  await page.keyboard.press('Escape')
  const setting = await look('HOURLY_QUOTA', /HOURLY_QUOTA.*setting/)
  await setting.found.click()
  await page.waitForURL('**/settings?setting=HOURLY_QUOTA')
  await look('knowl', /^Knowledge/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/knowledge')
  assert.deepEqual(person.complaints, [])
})

test('what the search finds late does not move what a person chose in the palette', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { page, complaints } = await browser.open(service.address)
  const release = await holdBack(page, /\/api\/incidents\?.*search=ledger/)
  await page.goto('/')
  await page.getByRole('button', { name: 'Go to …' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Page, incident/ }).fill('ledger')
  await page.getByRole('option', { name: /Ledger restarts.*runbook/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  release()
  await page.getByRole('option', { name: /The ledger of the bank/ }).waitFor()
  await page.getByRole('option', { name: /Ledger restarts.*runbook/, selected: true }).waitFor()
  assert.deepEqual(complaints, [])
})

test('whoever writes on after Ctrl-K and presses Enter before the answer comes to what was written', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { page, complaints } = await browser.open(service.address)
  const release = await holdBack(page, /\/api\/incidents\?.*search=/)
  await page.goto('/')
  await page.getByRole('button', { name: 'Go to …' }).waitFor()
  const asked = page.waitForRequest(new RegExp(`/api/incidents\\?.*search=${incident}(&|$)`))
  // As hands do it that do not look: nobody waits for the field.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(incident)
  await page.keyboard.press('Enter')
  assert.equal(await page.getByRole('combobox', { name: /^Page, incident/ }).inputValue(), incident)
  await asked
  release()
  await page.waitForURL(`**/incidents/${incident}`)
  await page.getByRole('combobox', { name: /^Page, incident/ }).waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

test('the Enter and the arrows of an input method choose its words, and nothing in the palette', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { page, complaints } = await browser.open(service.address)
  await page.goto('/')
  await page.getByRole('button', { name: 'Go to …' }).waitFor()
  await page.keyboard.press('Control+k')
  const words = page.getByRole('combobox', { name: /^Page, incident/ })
  await words.fill('knowl')
  const found = page.getByRole('option', { name: /^Knowledge/, selected: true })
  await found.waitFor()
  for (const key of ['ArrowDown', 'Enter']) await words.dispatchEvent('keydown', { key, isComposing: true })
  await words.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await found.waitFor()
  assert.equal(new URL(page.url()).pathname, '/')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/knowledge')
  assert.deepEqual(complaints, [])
})

test('a page that comes late does not take the keys from the palette', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { page, complaints } = await browser.open(service.address)
  const release = await holdBack(page, /\/settings-page-[^/]*\.js/)
  await page.goto('/')
  await page.getByRole('button', { name: 'Go to …' }).waitFor()
  const words = page.getByRole('combobox', { name: /^Page, incident/ })
  await page.keyboard.press('Control+k')
  await words.fill('HOURLY_QUOTA')
  await page.getByRole('option', { name: /HOURLY_QUOTA.*setting/ }).click()
  await page.waitForURL('**/settings?setting=HOURLY_QUOTA')
  await words.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await words.fill('knowl')
  await page.getByRole('option', { name: /^Knowledge/ }).waitFor()
  release()
  await page.locator('[data-sought] input').waitFor()
  assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'combobox', 'the palette keeps it')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/knowledge')
  assert.deepEqual(complaints, [])
})

test('g and a letter go to a page, a slash to the search, and neither disturbs who writes', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { page, complaints } = await browser.open(service.address)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor()
  // Sent together: on a loaded machine the answer to the first may take longer than the console waits for the second.
  const pressTogether = (...keys: string[]) => Promise.all(keys.map((key) => page.keyboard.press(key)))
  await pressTogether('g', 'i')
  // The address changes first; the page before stays until the next one is there.
  await page.getByRole('heading', { name: 'Incidents', exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('gi/?')
  assert.equal(await page.getByLabel('Search').inputValue(), 'gi/?')
  await page.keyboard.press('Escape')
  assert.equal(await page.getByLabel('Search').inputValue(), 'gi/?')
  await page.keyboard.press('/')
  // What was listed before may still stand there, and goes when the answer comes.
  const answered = page.waitForResponse((one) => /[?&]\w+=ledger(?:&|$)/.test(one.url()))
  await page.keyboard.type('ledger')
  await answered
  await page.getByRole('link', { name: 'The ledger of the bank is unreachable' }).waitFor()
  await page.keyboard.press('Escape')
  await keysOf(page).isAt(page.getByRole('link', { name: 'The ledger of the bank is unreachable' }))
  await pressTogether('g', 'p')
  await page.getByRole('heading', { name: 'Plugins', exact: true }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('pods')
  assert.equal(await page.getByLabel('Search').inputValue(), 'pods')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('search this page').waitFor()
  await assertAccessible(page)
  assert.deepEqual(complaints, [])
})

test('help leads from every page into the document about it, and the API page is linked', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address)
  const { page } = person
  const leads: [path: string, to: string, heading: string][] = [
    ['/', '/help/console#now', 'Now'],
    ['/plugins', '/help/plugins', 'Plugins'],
    [`/incidents/${incident}`, '/help/console#an-incident', 'An incident'],
  ]
  for (const [path, to, heading] of leads) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Help', exact: true }).click()
    await page.waitForURL(`**${to}`)
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
  }
  const header = await page.getByRole('banner').boundingBox()
  const title = await page.getByRole('heading', { name: 'An incident', exact: true }).boundingBox()
  assert.ok((title?.y ?? 0) > (header?.height ?? 0), 'the heading is not behind the header')
  await assertAccessible(page)
  await person.shoot('help')
  await page.goto('/help')
  await page.waitForURL('**/help/console')
  await page.getByRole('main').getByRole('link', { name: 'Incidents', exact: true }).first().click()
  await page.waitForURL('**/help/incidents')
  const api = await page.getByRole('link', { name: 'API', exact: true }).getAttribute('href')
  assert.equal((await service.get(String(api))).status, 200)
  const phone = await browser.open(service.address, PHONE)
  await phone.page.goto('/help/incidents')
  await phone.page.getByRole('heading', { name: 'Reading' }).waitFor()
  await assertFits(phone.page)
  await phone.page.getByText('All documents', { exact: true }).click()
  await assertInSight(phone.page, phone.page.getByRole('link', { name: 'Plugins', exact: true }))
  await phone.page.getByRole('link', { name: 'Plugins', exact: true }).click()
  await phone.page.waitForURL('**/help/plugins')
  assert.deepEqual([...person.complaints, ...phone.complaints], [])
})

test('one switch tells all times of a page by the own clock or by UTC, and is remembered', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { page, complaints } = await browser.open(service.address)
  await page.goto(`/incidents/${incident}`)
  const times = page.getByRole('main').locator('time')
  await page.getByText(/^Times are CES?T$/).waitFor()
  const own = await times.allInnerTexts()
  assert.ok(own.length > 1)
  await page.getByRole('button', { name: /switch to UTC$/ }).click()
  await page.getByText('Times are UTC', { exact: true }).waitFor()
  const utc = await times.allInnerTexts()
  assert.equal(utc.length, own.length)
  for (const [at, time] of utc.entries()) assert.notEqual(time, own[at], 'every time is told by the other clock')
  await page.reload()
  await page.getByText('Times are UTC', { exact: true }).waitFor()
  await page.goto('/incidents')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByLabel('From (UTC)').waitFor()
  await page.getByRole('button', { name: /switch to your clock$/ }).click()
  await page.getByLabel(/^From \(CES?T\)$/).waitFor()
  assert.deepEqual(complaints, [])
})

test('whose own clock is UTC is told so, and not to switch to it', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { page, complaints } = await browser.open(service.address, { zone: 'UTC' })
  await page.goto(`/incidents/${incident}`)
  await page.getByText('Times are UTC', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Times in UTC, and so is your own clock' }).waitFor()
  assert.deepEqual(complaints, [])
})
