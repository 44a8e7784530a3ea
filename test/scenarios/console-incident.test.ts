/** The page of an incident in a real browser: the plan for a real lock and the word of a model, read, proven and acted on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, type Person } from '../world/browser.ts'
import { assertAccessible, assertFits, assertInSight } from '../world/console-look.ts'
import { assertReleased, LOCK_ALERT, pileUp } from '../world/lock-pile-up.ts'
import { CLUE, look, proven, SICK, startMindService, submit } from '../world/mind/mind-service.ts'
import { startTestService } from '../world/service.ts'

const heading = ({ page }: Person, name: RegExp | string) => page.getByRole('heading', { name })
const press = ({ page }: Person, name: RegExp | string) => page.getByRole('button', { name }).click()

test('the plan for a real lock is read, proven, rehearsed, confirmed at the second look and seen to help', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { blocker, waiters, environment } = await pileUp(t)
  const service = await startTestService(t, { environment })
  const { incident_id: id } = (await service.ask('POST', '/api/alert', { body: LOCK_ALERT })).body.data
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto(`/incidents/${id}`)

  await heading(person, 'Plan: it runs only if you confirm it').waitFor()
  await page
    .getByRole('timer')
    .getByText(/to decide/)
    .waitFor()
  await page.getByText('Needs a decision', { exact: true }).first().waitFor()
  await assertAccessible(page)
  await person.shoot('incident')

  await page.keyboard.press('j')
  await page.getByRole('list', { name: 'Key findings' }).locator('button:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').locator('mark').first().waitFor()
  await assertAccessible(page)
  await person.shoot('incident-proof')
  await page.keyboard.press('Escape')

  await press(person, 'Dry run')
  await page.getByText('would run now').waitFor()

  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Run this plan?' })
  await dialog.getByText(String(blocker.pid), { exact: true }).first().waitFor()
  const { digest } = (await service.get(`/api/incidents/${id}`)).body.data.proposal
  await dialog.getByText(digest).waitFor()
  await dialog.getByText('transaction begun', { exact: true }).waitFor()
  assert.equal(await dialog.getByText('must_block').count(), 0)
  await assertInSight(page, dialog.getByRole('button', { name: 'Confirm and run' }))
  await assertAccessible(page)
  await person.shoot('incident-confirm')
  await dialog.getByLabel('Comment').fill('The migration can be repeated.')
  await dialog.getByRole('button', { name: 'Confirm and run' }).click()

  await page.getByText('It helped', { exact: true }).waitFor()
  await page.getByText(/^last heard firing/).waitFor()
  await page.getByText('gone', { exact: true }).locator('xpath=following-sibling::dd').getByText('yes').waitFor()
  const ended = await page
    .getByRole('list', { name: 'Timeline' })
    .getByText(`Session ${blocker.pid} was ended.`)
    .count()
  assert.equal(ended, 1, 'the timeline says it once')
  await page.getByRole('table', { name: 'Checks, before and after' }).waitFor()
  await page.getByText('The migration can be repeated.').first().waitFor()
  await page.locator('[aria-current="step"]', { hasText: 'Resolved' }).waitFor()
  assert.equal(await page.getByRole('group', { name: 'Decide' }).count(), 0)
  await assertReleased(waiters)
  await person.shoot('incident-resolved')
  await page.getByRole('link', { name: 'Report' }).click()
  const report = page.getByRole('article', { name: `Report of ${id}` })
  await report.getByText('The migration can be repeated.').first().waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Markdown' }).click()
  assert.equal((await saving).suggestedFilename(), `${id}.md`)
  await assertAccessible(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  assert.ok(await report.isVisible())
  const ink = await page.evaluate("getComputedStyle(document.querySelector('article p')).color")
  assert.equal(ink, 'rgb(0, 0, 0)', 'paper is white, also where the screen is dark')
  assert.equal(await page.getByRole('link', { name: 'Incidents' }).filter({ visible: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Print' }).filter({ visible: true }).count(), 0)
  await person.shoot('incident-report')
  assert.deepEqual(person.complaints, [])

  const night = await browser.open(service.address, { scheme: 'dark' })
  await night.page.goto(`/incidents/${id}`)
  await night.page.getByText('It helped', { exact: true }).waitFor()
  await assertAccessible(night.page)
  await night.shoot('incident-resolved')
  const phone = await browser.open(service.address, { scheme: 'dark', width: 390, height: 844 })
  await phone.page.goto(`/incidents/${id}`)
  await phone.page.getByText('It helped', { exact: true }).waitFor()
  await assertFits(phone.page)
  await phone.shoot('incident-phone-resolved')
  assert.deepEqual([...night.complaints, ...phone.complaints], [])
})

test('what a model said is shown turn by turn, and its proof is marked in the log it quotes', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const proof = { text: 'It holds row 17.', evidence: [{ call: 'Q1.1', quote: CLUE }] }
  const script = (request: Parameters<typeof proven>[0]) =>
    request.tools.some(({ name }) => name === 'answer_question')
      ? request.turn === 0
        ? { calls: [{ tool: 'get_pod_logs', parameters: { namespace: 'shop', pod_name: SICK, tail_lines: 9 } }] }
        : {
            calls: [{ tool: 'answer_question', parameters: { answer: 'The gremlin is to blame.', findings: [proof] } }],
          }
      : request.messages.length > 1
        ? submit(proven(request))
        : look()
  const LLM_PRICES = [{ model: 'dear', input: 3000, output: 15000 }]
  const config = { LLM_MODEL: 'dear', LLM_PRICES, LLM_CURRENCY: 'EUR' }
  const { service, diagnose } = await startMindService(t, { script, config })
  const { id, usage } = await diagnose()
  assert.ok(usage.cost > 0)
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto(`/incidents/${id}?open=proof-0`)
  await page.getByRole('dialog').locator('mark', { hasText: CLUE }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Conversation with the model' }).click()
  await page.getByText('I look at the logs of both replicas.').waitFor()
  await page.getByText(/2 turns in all/).waitFor()
  await page.getByText(`They cost ${usage.cost} EUR.`).waitFor()
  await assertAccessible(page)
  await person.shoot('incident-model')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByLabel('Ask about this incident').fill('why not the cache?')
  await press(person, /^Ask$/)
  const answer = page.getByRole('article', { name: 'why not the cache?' })
  await answer.getByText('The gremlin is to blame.').waitFor()
  await assertAccessible(page)
  await person.shoot('incident-question')
  await answer.getByRole('button', { name: /^Q1\.1 says/ }).click()
  await page.getByRole('dialog').locator('mark', { hasText: CLUE }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1: The gremlin is to blame.').waitFor()
  await press(person, 'Add a note…')
  await page.getByRole('textbox', { name: 'Note' }).fill('The quartz people know.')
  await press(person, 'Add the note')
  await press(person, 'Mark as resolved…')
  await page.getByLabel('What ended it?').fill('Row 17 was let go by hand.')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as resolved' }).click()
  await page.getByRole('alert').getByText('Row 17 was let go by hand.').waitFor()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.getByText('local: The quartz people know.').waitFor()
  assert.deepEqual(person.complaints, [])
})

test('an incident of many alerts shows them page by page, and one of a dashboard what was measured', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  const alerts = Array.from({ length: 45 }, (_, index) => ({
    status: 'firing',
    labels: { alertname: 'PodDown', pod: `cart-${index}` },
    fingerprint: `a${String(index).padStart(2, '0')}`,
  }))
  const sent = await service.ask('POST', '/api/alert', { body: { status: 'firing', alerts } })
  const person = await browser.open(service.address)
  const { page } = person
  await page.goto(`/incidents/${sent.body.data.incident_id}`)
  await heading(person, 'Alerts (45 of 45 firing)').waitFor()
  await page.getByText('cart-0', { exact: true }).waitFor()
  assert.equal(await page.getByText('cart-44', { exact: true }).count(), 0)
  await press(person, 'page 3 of alerts')
  await page.getByText('cart-44', { exact: true }).waitFor()
  await assertAccessible(page)

  const ruleUrl = 'http://dashboard.example/d/disk?viewPanel=2'
  const rule = { ruleId: 7, ruleName: 'Disk filling', ruleUrl, state: 'alerting', message: 'It fills.' }
  const send = async (body: object) =>
    (await service.ask('POST', '/api/alert', { body })).body.data.incident_id as string
  const dashboard = await send({ ...rule, evalMatches: [{ metric: 'disk used', value: 97.25, tags: {} }] })
  await page.goto(`/incidents/${dashboard}`)
  await page.getByText('disk used: 97.25').waitFor()
  assert.equal(await page.getByRole('link', { name: ruleUrl }).getAttribute('href'), ruleUrl)

  const began = { status: 'firing', labels: { alertname: 'QueueFull' }, startsAt: '2026-03-01T10:00:00Z' }
  const first = await send({ status: 'firing', alerts: [began] })
  await service.ask('POST', `/api/incidents/${first}/resolve`, { body: { comment: 'Emptied by hand.' } })
  const again = await send({ status: 'firing', alerts: [began] })
  await page.goto(`/incidents/${again}`)
  await page
    .getByText(/^since .*10:00|^since .*11:00/)
    .first()
    .waitFor()
  assert.equal(await page.locator(`.incident-aside a[href="/incidents/${first}"]`).count(), 1, 'one list names it')
  assert.deepEqual(person.complaints, [])
})
