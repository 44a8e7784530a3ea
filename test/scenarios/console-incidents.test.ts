/** The page of all incidents in a real browser: what one sees stands in the address, and the charts come after the table. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openBrowser, type Person } from '../world/browser.ts'
import { assertAccessible } from '../world/console-look.ts'
import { eventually } from '../world/eventually.ts'
import { freshRecords, letPass, openIncident, walk } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'warning', 'low', 'info']
const PHONE = { width: 390, height: 844 }

/** Five incidents a day; every second one was resolved after an hour or more. */
async function startHistory(t: TestContext, count: number) {
  const { url, database } = await freshRecords(t)
  for (let index = 0; index < count; index += 1) {
    const severity = SEVERITIES[(index * 7) % 6]
    const message = `Pod checkout-${index} restarts again and again`
    const id = await openIncident(database, { message, metadata: { severity, fingerprint: message } })
    await letPass(database, `${60 + index} minutes`)
    if (index % 2 === 0) await walk(database, id, 'pending', 'resolved')
    if (index % 5 === 4) await letPass(database, '19 hours')
  }
  return startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0', RETENTION_DAYS: '0' } })
}

const rows = ({ page }: Person) => page.getByRole('table', { name: 'Incidents' }).getByRole('row')
const addressOf = ({ page }: Person) => new URL(page.url()).searchParams.toString()

async function waitForTotal({ page }: Person, words: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: words }).waitFor()
}

test('filters, search and page stand in the address, can be sent to somebody, and the back button undoes them', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startHistory(t, 60)
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/incidents')
  await waitForTotal(person, '60 incidents')
  assert.equal(await rows(person).count(), 21)
  await page.getByRole('button', { name: 'Page 3' }).click()
  await page.getByRole('link', { name: /checkout-0 / }).waitFor()
  assert.equal(addressOf(person), 'page=3')

  await page.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: 'critical' }).click()
  await waitForTotal(person, '10 incidents')
  assert.equal(addressOf(person), 'severity=critical', 'another filter begins at its first page')
  await page.getByLabel('Search').fill('checkout-1')
  await page.waitForURL(/search=checkout-1/)
  await waitForTotal(person, '2 incidents')
  await page.getByLabel('Search').fill('checkout-12')
  await page.waitForURL(/search=checkout-12/)
  await page.getByLabel('Search').fill('checkout-1')
  await page.waitForURL(/search=checkout-1$/)
  await waitForTotal(person, '2 incidents')

  const colleague = await browser.open(service.address, { scheme: 'dark' })
  await colleague.page.goto(page.url())
  await waitForTotal(colleague, '2 incidents')
  assert.equal(await colleague.page.getByLabel('Search').inputValue(), 'checkout-1')
  assert.equal(await colleague.page.getByRole('combobox', { name: 'Severity' }).inputValue(), 'critical')

  await page.goBack()
  await waitForTotal(person, '10 incidents')
  assert.equal(addressOf(person), 'severity=critical', 'one step back takes all that was typed, and only that')
  await eventually('the words are gone', async () => (await page.getByLabel('Search').inputValue()) === '')
  await page.goBack()
  await waitForTotal(person, '60 incidents')
  await page.getByRole('link', { name: /checkout-0 / }).waitFor()
  await page.goto('/incidents?search=nobody+has+this')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await waitForTotal(person, '60 incidents')
  assert.deepEqual([...person.complaints, ...colleague.complaints], [])
  await page.goto('/incidents?status=banana')
  await page.getByText('Unknown status').waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Status' }).inputValue(), 'banana')
  await page.getByRole('button', { name: 'Clear' }).click()
  await waitForTotal(person, '60 incidents')
})

test('the table and its charts are readable in both schemes, and rows are opened with j, k and Enter', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startHistory(t, 30)
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/incidents')
  await page.getByText(/^30 in the last 30 days, most on /).waitFor()
  await page.getByText(/half took less than/).waitFor()
  await page.locator('.recharts-bar-rectangle path').first().waitFor()
  const counts = (await page.locator('.recharts-yAxis-tick-labels').first().locator('text').allTextContents()).map(
    Number,
  )
  assert.ok(counts.length > 2)
  assert.deepEqual(
    counts,
    counts.map((_, index) => index * Number(counts[1])),
    'the figures stand at even distances',
  )
  await assertAccessible(page)
  await person.shoot('incidents')
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await assertAccessible(page)
  await person.shoot('incidents-switched')

  await page.getByLabel('From (UTC)').fill('2001-01-01')
  await page.waitForURL(/start_date=2001-01-01/)
  await page.getByRole('heading', { name: 'Incidents', exact: true }).click()
  for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL(/\/incidents\/INC-/)
  await page.goBack()
  await rows(person).nth(2).click()
  await page.waitForURL(/\/incidents\/INC-/)
  assert.deepEqual(person.complaints, [])
})

test('on a phone the table becomes cards and the page does not scroll sideways; a new incident comes by itself', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startHistory(t, 10)
  const person = await browser.open(service.address, PHONE)
  const { page } = person
  await page.goto('/incidents')
  const cards = page.getByRole('list', { name: 'Incidents' })
  await cards.getByRole('link').first().waitFor()
  assert.equal(await rows(person).count(), 0)
  await service.ask('POST', '/api/alert', { body: { message: `A-very-long-${'word-'.repeat(60)}` } })
  await waitForTotal(person, '11 incidents')
  await page.locator('.recharts-line').first().waitFor()
  const [wide, seen] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number]
  assert.ok(wide <= seen, `the page is ${wide} wide on a screen of ${seen}`)
  await assertAccessible(page)
  await person.shoot('incidents-phone')
  assert.deepEqual(person.complaints, [])
})
