import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firing, idOf } from '../world/alerts.ts'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertFits } from '../world/console-look.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService } from '../world/service.ts'

test('a person tries a silence, makes it, sees what it holds back, and ends it', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  await idOf(service, firing('DiskFull'))
  const { page, complaints, shoot } = await browser.open(service.address)
  await page.goto('/silences')
  await page.getByRole('button', { name: 'New silence…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How').selectOption('=~')
  await dialog.getByLabel('Value').fill('.*')
  await dialog.getByRole('button', { name: 'What would match?' }).click()
  await dialog.getByText('It would hide every alert, and I mean that').waitFor()
  await dialog.getByLabel('Why?').fill('a mistake')
  const refused = page.waitForResponse((response) => response.status() === 409)
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await refused
  await dialog.getByText('It would hide every alert, and I mean that').waitFor()
  assert.equal((await service.get('/api/silences')).body.data.total, 0)
  await dialog.getByLabel('Value').fill('Disk.*')
  await dialog.getByRole('button', { name: 'What would match?' }).click()
  await dialog.getByText('Alerts of today that match: 1 of 1; firing now: 1.').waitFor()
  await dialog.getByLabel('Why?').fill('new disks')
  await assertAccessible(page)
  await shoot('new-silence')
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await page.getByText('alertname=~"Disk.*"').waitFor()
  assert.equal(await idOf(service, firing('DiskSlow')), '')
  await page.getByRole('button', { name: /new disks/ }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('DiskSlow').waitFor()
  await page.getByText('1 alert, heard of once.').waitFor()
  await assertAccessible(page)
  await shoot('silence')
  await page.getByRole('button', { name: 'Change…' }).click()
  const changing = page.getByRole('dialog', { name: 'Change the silence' })
  await changing.getByLabel('Value').press('Escape')
  await changing.waitFor({ state: 'detached' })
  // One press closes one thing.
  await page.getByRole('dialog', { name: 'Silence', exact: true }).getByRole('button', { name: 'Change…' }).click()
  assert.equal(await changing.getByLabel('Value').inputValue(), 'Disk.*')
  await changing.getByLabel('Value').fill('Disk(Slow|Full)')
  await changing.getByLabel('It lasts').selectOption('a day')
  await changing.getByLabel('Why?').fill('new disks in rack 4')
  await changing.getByRole('button', { name: 'Change it' }).click()
  await page.getByRole('dialog').getByText('alertname=~"Disk(Slow|Full)"').waitFor()
  const [changed] = (await service.get('/api/silences')).body.data.items
  assert.equal(changed.comment, 'new disks in rack 4')
  assert.ok(Date.parse(changed.ends_at) - Date.parse(changed.starts_at) >= 24 * 3_600_000)
  await page.getByRole('button', { name: 'End it now' }).click()
  const held = async () => (await service.get('/api/silences?state=active')).body.data.total
  await eventually('it is over', async () => (await held()) === 0)
  await page.getByRole('dialog').getByText('is over').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/silences')
  await page.getByRole('button', { name: /new disks/ }).waitFor()
  // On a phone nothing is left out: how much was held back, and until when.
  await page.locator('td[data-label="Held back"]').waitFor()
  await page.locator('td[data-label="Until"]').waitFor()
  await assertFits(page)
  assert.deepEqual(
    complaints.filter((complaint) => !/status of 409/.test(complaint)),
    [],
  )
})
