/** The environment page in a real browser: described by form, by JSON and from a file; read by who may not change it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible } from '../world/console-look.ts'
import { startTestService, type TestService } from '../world/service.ts'

const PATH = '/api/environment-context'

/** As text, because the numbers are to be kept as they are written. */
const DESCRIBED = `{
  "services": [
    { "name": "checkout", "namespace": "shop", "dependencies": ["orders", "card-processor"], "tier": 1.50 },
    { "name": "storefront", "namespace": "shop", "dependencies": ["checkout"] }
  ],
  "infrastructure": { "cluster": "prod", "nodes": 12345678901234567890, "databases": ["orders"], "rack": { "row": 7.0 } },
  "alert_definitions": { "critical": "Wake someone" },
  "common_issues": [],
  "contacts": { "on call": ["a", 2.0] }
}`

const put = ({ ask }: TestService, text: string) => ask('PUT', PATH, { body: text })
const stored = async ({ get }: TestService) => (await get(PATH)).text

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

async function save(page: Page): Promise<void> {
  await button(page, 'Save').click()
  await button(page, 'Save').waitFor({ state: 'detached' })
}

test('an example is put into the editor, changed by form, and is there only once it is saved', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const { page, complaints, shoot } = await browser.open(service.address)
  await page.goto('/environment')
  await page.getByText('Nothing is described yet').waitFor()
  await assertAccessible(page)
  await shoot('environment-empty')
  await button(page, 'Start from an example').click()
  await page.getByRole('heading', { name: 'checkout' }).waitFor()
  await page.locator('.service-point-external', { hasText: 'card-processor' }).waitFor()
  assert.equal(JSON.parse(await stored(service)).data.services.length, 0, 'nothing is saved yet')

  await button(page, 'Edit catalogue').click()
  await field(page, 'Name').fill('')
  await button(page, 'Keep in the draft').click()
  await page.getByText('Name is needed.').waitFor()
  await field(page, 'Name').fill('catalog')
  await field(page, 'On call').fill('@catalog')
  await button(page, 'Keep in the draft').click()
  await page.getByRole('heading', { name: 'catalog', exact: true }).waitFor()
  await assertAccessible(page)
  await page.evaluate('scrollTo(0, 0)')
  await shoot('environment-services')

  await page.getByRole('link', { name: 'Plugins' }).click()
  await page.getByText('Leave without saving?').waitFor()
  await button(page, 'Stay').click()
  await save(page)
  const { services } = JSON.parse(await stored(service)).data
  assert.deepEqual([services[2].name, services[2].oncall], ['catalog', '@catalog'])
  assert.deepEqual(complaints, [])
})

test('a form changes what was changed in it and keeps all else, to the last digit', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  await put(service, DESCRIBED)
  const { page, complaints, shoot } = await browser.open(service.address, { scheme: 'dark' })
  await page.goto('/environment?part=infrastructure')
  await button(page, 'Edit prod').click()
  await field(page, 'Region').fill('eu')
  await button(page, 'Keep in the draft').click()
  await button(page, 'Add database').click()
  await field(page, 'Name').fill('ledger')
  await shoot('environment-form')
  await field(page, 'Version').fill('16')
  await button(page, 'Keep in the draft').click()
  await assertAccessible(page)
  await shoot('environment-infrastructure')
  await page.getByRole('tab', { name: 'Alerts' }).click()
  await button(page, 'Edit critical').click()
  await field(page, 'Answer within').fill('5 minutes')
  await button(page, 'Keep in the draft').click()
  await page.getByRole('tab', { name: 'Known issues' }).click()
  await button(page, 'Add known issue').click()
  await field(page, 'Issue').fill('Locks')
  await field(page, 'What to do').fill('look\nask\nend')
  await button(page, 'Keep in the draft').click()
  await button(page, 'What changes').click()
  await page.getByText('infrastructure › region').waitFor()
  await assertAccessible(page)
  await shoot('environment-changes')
  await page.keyboard.press('Escape')
  await save(page)
  const expected = DESCRIBED.replace(
    '"databases": ["orders"], "rack": { "row": 7.0 }',
    () => '"databases": ["orders", { "name": "ledger", "version": "16" }], "rack": { "row": 7.0 }, "region": "eu"',
  )
    .replace('"Wake someone"', '{ "description": "Wake someone", "response_time": "5 minutes" }')
    .replace(
      '"common_issues": []',
      '"common_issues": [{ "issue": "Locks", "standard_procedure": ["look", "ask", "end"] }]',
    )
  assert.equal(
    await stored(service),
    `{"success":true,"data":${expected.replace(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '')}}`,
  )
  assert.deepEqual(complaints, [])
})

test('as JSON a mistake is named by its line, and what the service refuses stands at its field', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  await put(service, DESCRIBED)
  const { page, complaints, shoot } = await browser.open(service.address)
  await page.goto('/environment?part=json')
  const area = page.getByLabel('The document as JSON')
  await area.fill('{\n  "services": [\n    { "name": "a" "namespace": "b" }\n  ]\n}')
  await page.getByText('"," is expected').waitFor()
  await button(page, 'Line 3').click()
  assert.match(String(await page.evaluate('String(getSelection())')), /"name": "a"/)
  assert.ok(await button(page, 'Save').isDisabled())

  await area.fill(
    '{\n  "services": [\n    { "name": "a" },\n    { "name": "b", "namespace": "c", "dependencies": [1] }\n  ]\n}',
  )
  await button(page, 'Save').click()
  await page.getByRole('alert').getByText('services[0].namespace is required').waitFor()
  await button(page, 'Line 3').waitFor()
  await button(page, 'Line 4').waitFor()
  await assertAccessible(page)
  await shoot('environment-json')

  await page.getByRole('tab', { name: 'Services' }).click()
  await page.getByRole('listitem', { name: 'a', exact: true }).getByText('namespace is required').waitFor()
  await button(page, 'Edit a').click()
  await field(page, 'Namespace').and(page.locator('[aria-invalid=true]')).fill('shop')
  await button(page, 'Keep in the draft').click()
  await button(page, 'Edit b').click()
  await page.getByRole('dialog').getByLabel('Depends on').first().press('Backspace')
  await button(page, 'Keep in the draft').click()
  await save(page)
  const { services } = JSON.parse(await stored(service)).data
  assert.deepEqual(services, [
    { name: 'a', namespace: 'shop' },
    { name: 'b', namespace: 'c' },
  ])
  assert.deepEqual(
    complaints.filter((complaint) => !/status of 400/.test(complaint)),
    [],
  )
})

test('a file shows what it would change before anything is saved, and who saved meanwhile is not overrun', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  await put(service, DESCRIBED)
  const { page, complaints, shoot } = await browser.open(service.address)
  await page.goto('/environment')
  await page.getByRole('heading', { name: 'checkout' }).waitFor()
  const chooseFile = async (name: string, text: string) => {
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Import').click()
    await (await choosing).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  }
  await chooseFile('broken.json', '{\n"services": [')
  await page.getByText(/This file is no JSON. Line 2/).waitFor()
  await page.keyboard.press('Escape')
  await chooseFile('new.json', DESCRIBED.replace('"checkout"]', '"checkout", "search"]').replace(', "tier": 1.50', ''))
  await page.getByText('services › shop/checkout › tier').waitFor()
  await page.getByText('services › shop/storefront › dependencies').waitFor()
  await assertAccessible(page)
  await shoot('environment-import')
  await button(page, 'Take over').click()
  await page.locator('.service-point-external', { hasText: 'search' }).waitFor()
  assert.match(await stored(service), /"tier":1\.50/)

  await put(service, DESCRIBED.replace('"prod"', '"staging"'))
  await button(page, 'Save').click()
  await page.getByText('Someone else saved meanwhile').waitFor()
  await button(page, 'Theirs against mine').click()
  await page.getByText('infrastructure › cluster').waitFor()
  await assertAccessible(page)
  await button(page.getByRole('dialog'), 'Save mine all the same').click()
  await button(page, 'Save').waitFor({ state: 'detached' })
  assert.match(await stored(service), /"cluster":"prod"/)
  assert.doesNotMatch(await stored(service), /tier/)
  assert.deepEqual(complaints, [])
})

test('a viewer reads everything on a phone and is offered nothing that would be refused', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const key = 'an-admin-key-of-the-tests'
  const service = await startTestService(t, { environment: { API_KEY: key } })
  await service.ask('PUT', PATH, { key, body: DESCRIBED })
  const viewer = await service.ask('POST', '/api/keys', { key, body: { name: 'reader', role: 'viewer' } })
  const { page, complaints, shoot } = await browser.open(service.address, { scheme: 'dark', width: 390, height: 844 })
  await page.goto('/environment')
  await page.getByLabel('Key').fill(viewer.body.data.key)
  await button(page, 'Sign in').click()
  await page.getByText('card-processor').first().waitFor()
  await assertAccessible(page)
  await shoot('environment-phone')
  const isWider = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  assert.equal(isWider, false)
  for (const part of ['Infrastructure', 'Alerts', 'Known issues', 'JSON', 'Services']) {
    await page.getByRole('tab', { name: part }).click()
    await page.getByRole('tab', { name: part, selected: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Edit|Remove|Add|Import|Save|Lay out/ }).count(), 0, part)
  }
  assert.deepEqual(
    complaints.filter((complaint) => !/status of 401/.test(complaint)),
    [],
  )
})
