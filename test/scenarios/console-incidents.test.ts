/** The page of all incidents in a real browser: what one sees stands in the address, and many are decided on at once. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator } from 'playwright-core'
import { createEventFeed } from '../../src/edges/store/feed-records.ts'
import { IncidentNumbers } from '../../src/edges/store/incident-numbers.ts'
import { markIncidents } from '../../src/edges/store/mark-records.ts'
import { openBrowser, type Person } from '../world/browser.ts'
import { assertAccessible, assertFits, assertWhole, goTo } from '../world/console-look.ts'
import { eventually } from '../world/eventually.ts'
import { freshRecords, letPass, openIncident, untilNoonMs, walk } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'warning', 'low', 'info']
const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1280, height: 720 }

let service: TestService

const test = sharing(async (t) => {
  service = await startHistory(t, 60)
})

/** Five incidents a day; every second one was resolved after an hour or more. */
async function startHistory(t: TestContext, count: number) {
  const { url, database } = await freshRecords(t)
  await letPass(database, `${untilNoonMs()} milliseconds`)
  for (let index = 0; index < count; index += 1) {
    const severity = SEVERITIES[(index * 7) % 6]
    const message = `Pod checkout-${index} restarts again and again`
    const labels = { namespace: index % 5 < 3 ? 'shop' : 'bank' }
    const id = await openIncident(database, { message, metadata: { severity, fingerprint: message, labels } })
    await letPass(database, `${60 + index} minutes`)
    // As after a process that was killed in a storm.
    if (index === 1) await new IncidentNumbers(database, { now: () => new Date() }).take(58)
    if (index % 2 === 0) await walk(database, id, 'pending', 'resolved')
    if (index % 5 === 4) await letPass(database, '19 hours')
  }
  while ((await markIncidents(database, createEventFeed(database))) > 0);
  return startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0', RETENTION_DAYS: '0' } })
}

const rows = ({ page }: Person) => page.getByRole('table', { name: 'Incidents' }).getByRole('row')
const addressOf = ({ page }: Person) => new URL(page.url()).searchParams.toString()

async function bottomOf(thing: Locator): Promise<number> {
  const box = await thing.boundingBox()
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}

async function totalOf(query: string): Promise<number> {
  return (await service.get(`/api/incidents?${query}`)).body.data.total
}

type Day = { day: string; opened: Record<string, number> }

/** Answers how many the piece that was pressed stood for, as its hint says it. */
async function pressFirstDay(person: Person, address: RegExp): Promise<number> {
  const piece = person.page.locator('.day [data-severity]').first()
  const severity = await piece.getAttribute('data-severity')
  const hint = await piece.locator('..').getAttribute('data-hint')
  await piece.click()
  await person.page.waitForURL(address)
  const count = Number(new RegExp(`${severity} (\\d+)`).exec(hint ?? '')?.[1])
  await waitForTotal(person, String(count))
  return count
}

async function waitForTotal({ page }: Person, words: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: words }).waitFor()
}

test('filters, search and page stand in the address, can be sent to somebody, and the back button undoes them', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/incidents')
  await waitForTotal(person, '60 incidents')
  assert.equal(await rows(person).count(), 21)
  await page.getByRole('button', { name: 'Page 3' }).click()
  await page.getByRole('link', { name: /checkout-0 / }).waitFor()
  assert.equal(addressOf(person), 'page=3')
  await page.getByRole('note').getByRole('link', { name: 'How they are numbered' }).waitFor()

  await page.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: 'critical' }).click()
  await waitForTotal(person, '10 incidents')
  assert.equal(await page.getByRole('note').count(), 0, 'a filter leaves numbers out by itself')
  assert.equal(addressOf(person), 'severity=critical', 'another filter begins at its first page')
  await page.keyboard.press('Escape')
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
  await colleague.page.getByRole('search').getByText('critical', { exact: true }).waitFor()

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
  await page.getByRole('search').getByText('banana', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await waitForTotal(person, '60 incidents')
})

test('the table and its charts are readable in both schemes, and rows are opened with j, k and Enter', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/incidents')
  await page.getByText(/^6\d in the last 30 days, (most|all) on /).waitFor()
  await page.getByText(/^On .* took .*less/).waitFor()
  await page.locator('.day [data-severity]').first().waitFor()
  const came = page.locator('figure').filter({ hasText: 'Incidents per day' })
  const counts = (await came.locator('.day-figure text').allTextContents()).map(Number)
  assert.ok(counts.length > 2)
  assert.deepEqual(
    counts,
    counts.map((_, index) => index * Number(counts[1])),
    'the figures stand at even distances',
  )
  await came.locator('.day [data-severity]').first().hover()
  const hint = page.getByRole('tooltip', { name: /^\d+ \w+: .*(critical|high|medium|warning|low|info) \d/ })
  await eventually('the hint stands beside its day', async () => {
    const [told, day] = await Promise.all([hint, came.locator('.day:hover')].map((one) => one.boundingBox()))
    return told && day && Math.abs(told.x + told.width / 2 - day.x - day.width / 2) < 200 && told.y > day.y - 100
  })
  await page.locator('time').first().hover()
  await page.getByRole('tooltip', { name: / UTC$/ }).waitFor()
  await assertAccessible(page)
  await person.shoot('incidents')
  await page.getByRole('button', { name: 'Switch to dark' }).click()
  await assertAccessible(page)
  await person.shoot('incidents-switched')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByLabel(/^From/).fill('2001-01-01')
  await page.waitForURL(/start_date=2000-12-31T23/)
  await assertAccessible(page)
  await page.getByRole('heading', { name: 'Incidents', exact: true }).click()
  for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key)
  await page.waitForURL(/\/incidents\/INC-/)
  await page.goBack()
  await rows(person).nth(2).click()
  await page.waitForURL(/\/incidents\/INC-/)
  assert.deepEqual(person.complaints, [])
})

test('all open, several values and labels are filters, and a saved view brings them back', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto('/incidents')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'All open' }).click()
  await waitForTotal(person, `${await totalOf('open=true')} incidents`)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Severity' }).click()
  await page.getByRole('option', { name: 'high' }).click()
  await page.getByRole('option', { name: 'warning' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Order').selectOption('Most severe first')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('combobox', { name: 'Label' }).click()
  await page.getByRole('option', { name: /^namespace=shop / }).click()
  await page.keyboard.press('Escape')
  const query = 'open=true&severity=high%2Cwarning&sort=severity&label=namespace%3Dshop'
  await page.waitForURL(`**/incidents?${query}`)
  await waitForTotal(person, `${await totalOf(query)} incidents`)
  const severities = await page
    .getByRole('table', { name: 'Incidents' })
    .locator('tbody tr td:nth-child(2)')
    .allInnerTexts()
  assert.equal(new Set(severities).size, 2)
  assert.deepEqual(severities, severities.toSorted(), 'high before warning')

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Save this list as').fill('The shop, bad')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The view is saved, for everybody.').waitFor()
  await assertAccessible(page)
  await person.shoot('incidents-views')
  const colleague = await browser.open(service.address)
  await colleague.page.goto('/incidents')
  await colleague.page.getByRole('button', { name: 'Views' }).click()
  await colleague.page.getByRole('button', { name: 'The shop, bad', exact: true }).click()
  await colleague.page.waitForURL(`**/incidents?*label=namespace*`)
  assert.deepEqual(new URL(colleague.page.url()).searchParams.get('severity'), 'high,warning')
  await colleague.page.getByRole('button', { name: 'Views' }).click()
  await colleague.page.getByRole('button', { name: 'Remove the view The shop, bad' }).click()
  await colleague.page.getByText('The view is gone.').waitFor()
  assert.deepEqual([...person.complaints, ...colleague.complaints], [])
})

test('rows are chosen with x and decided on together, from the keyboard, and what is refused is told', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address, LAPTOP)
  const { page } = person
  await page.goto('/incidents?open=true&sort=oldest')
  await rows(person).nth(3).waitFor()
  const before = await totalOf('open=true')
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('2 chosen').waitFor()
  await assertAccessible(page)
  await person.shoot('incidents-chosen')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Mark as resolved?' })
  const first = await dialog.getByRole('listitem').first().innerText()
  await dialog.getByLabel('Why (optional)').fill('Both were a test.')
  await assertAccessible(page)
  // Meanwhile somebody else is faster with one of them.
  await service.ask('POST', `/api/incidents/${first.split(' ')[0]}/resolve`, { body: {} })
  await dialog.getByRole('button', { name: 'Yes, all 2' }).click()
  await dialog.getByText('1 resolved, 1 not.').waitFor()
  await dialog.getByText('An incident that is resolved cannot be resolved by hand.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await waitForTotal(person, `${before - 2} incidents`)
  // Without a choice the key speaks of the row that has the focus.
  await page.getByRole('heading', { name: 'Incidents', exact: true }).click()
  for (const key of ['j', 'i']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Yes, this one' }).click()
  await page.getByText('1 ignored.').waitFor()
  await waitForTotal(person, `${before - 3} incidents`)
  // A browser complains by itself of what was refused; of anything else nobody may.
  assert.deepEqual(
    person.complaints.filter((complaint) => !/409/.test(complaint)),
    [],
  )
})

test('a laptop shows at least six rows, and a day pressed in the chart becomes a filter', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address, { ...LAPTOP, zone: 'Asia/Kolkata' })
  const { page } = person
  await page.goto('/incidents')
  await rows(person).nth(10).waitFor()
  const bottoms = await Promise.all((await rows(person).all()).slice(1).map(bottomOf))
  const seen = bottoms.filter((bottom) => bottom <= LAPTOP.height).length
  assert.ok(seen >= 6, `${seen} rows are whole on the screen`)
  await person.shoot('incidents-laptop')
  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  const fields = await page.locator('#more-filters .filter-choice').all()
  const tops = await Promise.all(fields.map(async (field) => (await field.boundingBox())?.y))
  assert.deepEqual([tops.length, new Set(tops).size], [7, 1], `the rare filters stand on one line: ${tops}`)
  await more.click()
  await page.goto(
    '/incidents?status=escalated,awaiting_approval&severity=critical,warning&service=a-service,another-one',
  )
  for (const words of ['Escalated', 'Needs a decision', 'critical', 'warning', 'a-service', 'another-one'])
    await assertWhole(page.getByRole('search').getByText(words, { exact: true }))
  await page.goto('/incidents')
  const own = await pressFirstDay(person, /start_date=[^&]*T18%3A30%3A00.000Z&end_date=[^&]*T18%3A29%3A59.999Z/)
  const asked = new URL(page.url()).searchParams
  assert.ok(SEVERITIES.includes(asked.get('severity') ?? ''), 'a piece of a bar is a severity')
  assert.equal(await totalOf(asked.toString()), own, 'the day of the list is the day of the chart')
  await more.click()
  const { days } = (await service.get('/api/statistics?time_zone=Asia/Kolkata')).body.data
  const first = days.find(({ opened }: Day) => Object.values(opened).some((count) => count > 0))
  assert.equal(await page.getByLabel(/^From/).inputValue(), first.day)
  await page.goto('/incidents')
  await page.getByRole('button', { name: /switch to UTC$/ }).click()
  const inUtc = await pressFirstDay(person, /start_date=(\d{4}-\d\d-\d\d)&end_date=\1(&|$)/)
  assert.equal(await totalOf(addressOf(person)), inUtc)
  assert.deepEqual(person.complaints, [])
})

test('on a phone the table becomes cards and the page does not scroll sideways; a new incident comes by itself', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address, PHONE)
  const { page } = person
  await page.goto('/incidents')
  const cards = page.getByRole('list', { name: 'Incidents' })
  await cards.getByRole('link').first().waitFor()
  assert.equal(await rows(person).count(), 0)
  const before = await totalOf('')
  await service.ask('POST', '/api/alert', { body: { message: `A-very-long-${'word-'.repeat(60)}` } })
  await waitForTotal(person, `${before + 1} incidents`)
  await page.locator('.day-line').first().waitFor()
  const chart = page.locator('figure').filter({ hasText: 'Incidents per day' })
  const ends = await Promise.all([chart, chart.getByText('info')].map((part) => part.boundingBox()))
  const [box = 0, legend = 0] = ends.map((one) => (one ? one.y + one.height : Number.NaN))
  assert.ok(legend < box, `The legend ends at ${legend}, its box at ${box}.`)
  await assertFits(page)
  await assertAccessible(page)
  await person.shoot('incidents-phone')
  assert.deepEqual(person.complaints, [])
})

test('chosen rows are gathered under one of them and shown below it or beside it; others are silenced by their labels', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address, LAPTOP)
  const { page } = person
  await page.goto('/incidents?open=true')
  await rows(person).nth(3).waitFor()
  const before = await totalOf('open=true')
  const choose = async (count: number) => {
    for (let index = 1; index <= count; index += 1) await rows(person).nth(index).getByRole('checkbox').check()
    await page.getByText(`${count} chosen`).waitFor()
  }
  await choose(1)
  assert.equal(await page.getByRole('button', { name: 'Gather…' }).isDisabled(), true, 'one alone is not gathered')
  await choose(3)
  await page.getByRole('button', { name: 'Gather…' }).click()
  const gathering = page.getByRole('dialog', { name: 'Make them parts of one incident?' })
  const leader = await gathering.getByLabel('Which one leads').inputValue()
  await gathering.getByLabel('Why (optional)').fill('One cable.')
  await assertAccessible(page)
  await person.shoot('incidents-gather')
  await gathering.getByRole('button', { name: 'Yes, all 2' }).click()
  await gathering.getByText('2 gathered.').waitFor()
  await gathering.getByRole('button', { name: 'Close' }).last().click()
  await waitForTotal(person, `${before - 2} incidents`)
  await page.getByText(`${leader}, 2 parts`).waitFor()
  const { body } = await service.get(`/api/incidents/${leader}`)
  assert.equal(body.data.parts_count, 2)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByLabel('Parts as well').check()
  await page.waitForURL(/parts=all/)
  await waitForTotal(person, `${before} incidents`)
  assert.equal(await page.getByText(`, part of ${leader}`).count(), 2)
  await page.getByLabel('Parts as well').uncheck()
  await waitForTotal(person, `${before - 2} incidents`)
  await goTo(page, `/incidents/${body.data.parts[0].id}`)
  await page.getByRole('alert').getByRole('link', { name: leader }).waitFor()
  assert.equal(await page.getByText('A person must look').count(), 0)

  // One silence for all of them, by what their alerts have in common; what else it would hide is told before.
  await page.goto('/incidents?open=true&sort=oldest&label=namespace%3Dbank')
  await rows(person).nth(3).waitFor()
  await choose(2)
  await page.getByRole('button', { name: 'Silence…' }).click()
  const silencing = page.getByRole('dialog', { name: 'Ignore them under one silence?' })
  await silencing.getByText('The silence: namespace="bank"').waitFor()
  await silencing.getByText(/belong to incidents that are not chosen/).waitFor()
  await silencing.getByLabel('For how long').selectOption('Four hours')
  await assertAccessible(page)
  await person.shoot('incidents-silence')
  await silencing.getByRole('button', { name: 'Yes, all 2' }).click()
  await silencing.getByText('2 ignored under one silence.').waitFor()
  const silences = await service.get('/api/silences')
  assert.equal(silences.body.data.items.length, 1)
  const [{ starts_at, ends_at }] = silences.body.data.items
  assert.equal(Date.parse(ends_at) - Date.parse(starts_at), 4 * 3_600_000)
  assert.deepEqual(person.complaints, [])
})

test('all that match a filter are chosen beyond the page, and which of them were not changed is told', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const person = await browser.open(service.address, LAPTOP)
  const { page } = person
  await page.goto('/incidents?page_size=5')
  await rows(person).nth(5).waitFor()
  await page.getByLabel('Choose all on this page').check()
  await page.getByText('5 chosen').waitFor()
  assert.equal(await page.getByRole('button', { name: /that match/ }).count(), 0, 'without a filter nobody means all')

  await page.goto('/incidents?open=true&sort=oldest&page_size=5')
  const total = await totalOf('open=true')
  await waitForTotal(person, `${total} incidents`)
  await page.getByLabel('Choose all on this page').check()
  await page.getByRole('button', { name: `Choose all ${total} that match` }).click()
  await page.getByText(`${total} chosen`).waitFor()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.waitForURL(/page=2/)
  await rows(person).nth(5).getByRole('checkbox', { checked: true }).waitFor()
  // Of the last page, somebody has one in the meantime decided.
  const last = (await service.get('/api/incidents?open=true&page_size=1')).body.data.items[0].id
  await page.getByRole('button', { name: 'I have them…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take them in hand?' })
  await dialog.getByText(`and ${total - 8} more`).waitFor()
  await service.ask('POST', `/api/incidents/${last}/resolve`, { body: {} })
  await dialog.getByRole('button', { name: `Yes, all ${total}` }).click()
  await dialog.getByText(`${total - 1} in your hand, 1 not.`).waitFor()
  await dialog.getByRole('listitem').filter({ hasText: last }).waitFor()
  const { items } = (await service.get('/api/incidents?open=true&page_size=100')).body.data
  assert.ok(items.every(({ assignee }: { assignee?: unknown }) => assignee))
  // Another filter begins with nothing chosen.
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('region', { name: 'Chosen incidents' }).waitFor({ state: 'detached' })
  assert.deepEqual(
    person.complaints.filter((complaint) => !/409/.test(complaint)),
    [],
  )
})
