/** The page of an incident that no step helps: where to begin, what was written down, whom to call, what was looked at. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupOf, idOf, show } from '../world/alerts.ts'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertFits } from '../world/console-look.ts'
import { eventually } from '../world/eventually.ts'
import { startLokiSimulator } from '../world/loki-simulator.ts'
import { startTestService, type TestService } from '../world/service.ts'

const CONTEXT = {
  services: [
    { name: 'ledger', namespace: 'bank', team: 'Accounts', oncall: 'ruth@bank.example', dependencies: ['vault'] },
  ],
  infrastructure: {},
  alert_definitions: {},
  common_issues: [
    {
      issue: 'Booking queue stuck',
      category: 'application',
      description: 'bookings are queued and none is written',
      common_causes: [],
      standard_procedure: ['Look who holds the lock', 'Call on Accounts before ending anything'],
    },
  ],
}

async function escalated(service: TestService, labels: Record<string, string>, summary: string): Promise<string> {
  const alert = { fingerprint: labels.alertname ?? '', labels, annotations: { summary } }
  const id = await idOf(service, groupOf([alert], `{}:{alertname="${labels.alertname}"}`))
  await eventually('a person has it', async () => (await show(service, id)).status === 'escalated')
  return id
}

test('whoever takes an incident over sees where to begin, the runbook, whom to call and what was looked at', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const ago = (minutes: number) => `${BigInt(Date.now() - minutes * 60_000)}000000`
  const cannot = 'ERROR vault.internal refused the seal: key slot 4 is empty'
  const loki = await startLokiSimulator({
    streams: [
      {
        stream: { app: 'ledger', namespace: 'bank' },
        values: [3, 2, 1].map((minutes) => [ago(minutes), cannot] as const),
      },
    ],
  })
  t.after(() => loki.close())
  const service = await startTestService(t, { environment: { LOGS_URL: loki.url } })
  await service.ask('PUT', '/api/environment-context', { body: CONTEXT })
  await service.ask('POST', '/api/knowledge', {
    body: { title: 'Ledger bookings', content: 'When BookingQueueStuck fires, ask the vault people for slot 4.' },
  })
  const labels = {
    alertname: 'BookingQueueStuck',
    namespace: 'bank',
    service: 'ledger',
    severity: 'critical',
    team: 'Night',
  }
  const known = await escalated(service, labels, 'Bookings are queued and none is written')
  const dump = 'page 17 of the heap '.repeat(3_000)
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`extra_${at}`, `whiff ${at}`]))
  const unknown = await escalated(service, { alertname: 'OddSmell', dump, ...many }, 'It smells odd')
  const person = await browser.open(service.address, { width: 1440, height: 900 })
  const { page } = person

  await t.test('what is known stands where to act on it, once', async () => {
    await page.goto(`/incidents/${known}`)
    const panel = page.getByRole('region', { name: 'What a person can do now' })
    const guess = panel.getByRole('list', { name: 'Best guesses' })
    await guess.getByText('key slot 4 is empty').waitFor()
    const told = await Promise.all(
      [panel, page.getByRole('region', { name: 'Diagnosis' })].map(async (region) => {
        const words = await region.innerText()
        return words.match(/key slot 4 is empty/g)?.length ?? 0
      }),
    )
    assert.deepEqual(told, [1, 0], 'a fact is told once, with its proof')
    const people = panel.getByRole('region', { name: 'Whom to call' })
    assert.equal(await people.getByRole('link').getAttribute('href'), 'mailto:ruth@bank.example')
    await people.getByText('Team Night, says the alert').waitFor()
    const runbook = panel.getByRole('region', { name: 'Runbook' })
    await runbook.getByText('ask the vault people for slot 4').waitFor()
    await runbook.getByText('Look who holds the lock').waitFor()
    assert.equal(await page.getByText('Look who holds the lock').count(), 1)
    assert.equal(await page.getByText('ask the vault people for slot 4').count(), 1)
    assert.equal(await page.getByText('There is no plan').count(), 0)
    await assertAccessible(page)
    await person.shoot('incident-escalated')
    await panel
      .getByRole('group', { name: 'Looks that answered' })
      .getByRole('button', { name: /logs\.query/ })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByText(/key slot 4 is empty/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  })

  await t.test('the next look is one press, with its words already there', async () => {
    const looks = page.getByRole('group', { name: 'Next looks' })
    await looks.getByRole('button', { name: 'Look at vault…' }).click()
    const words = page.getByLabel('What should be looked at?')
    assert.equal(await words.inputValue(), 'Look at vault.')
    await page.getByRole('dialog').getByRole('button', { name: 'Look again' }).click()
    await eventually('it was looked at again', async () => (await show(service, known)).diagnosis.version === 2)
  })

  await t.test('where nothing is known the page says so and leads to where it can be told', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/incidents/${unknown}`)
    await page.getByText(/^Nothing (that was seen|could be looked at)/).waitFor()
    await page.getByRole('button', { name: 'Say where to look…' }).waitFor()
    await page.getByText(/Nobody has said who looks after this/).waitFor()
    assert.equal(await page.getByRole('region', { name: 'Diagnosis' }).getByText('% sure').count(), 0)
    await assertFits(page)
    await assertAccessible(page)
    await person.shoot('incident-escalated-phone')
    const height = async () => (await page.locator('main').boundingBox())?.height ?? 0
    const shortened = await height()
    await page.getByRole('button', { name: 'Show all of it' }).last().press('Enter')
    await eventually('a long label is shown whole when asked for', async () => (await height()) > shortened * 3)
    assert.equal(await page.getByText('whiff 39', { exact: true }).count(), 0, 'so many labels are folded')
    await page.getByRole('button', { name: /^Show all 4\d$/ }).press('Enter')
    await page.getByText('whiff 39', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Connect the metrics' }).click()
    await page.getByRole('textbox', { name: 'METRICS_URL' }).waitFor()
    assert.deepEqual(person.complaints, [])
  })
})
