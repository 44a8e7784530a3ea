import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible } from '../world/console-look.ts'
import { startTestService } from '../world/service.ts'

test('an operator reads the catalogue and runs a diagnostic plugin by hand, on the audit trail', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const { page, complaints, shoot } = await browser.open(service.address)
  await page.goto('/plugins')
  await page.getByText('All 26').waitFor()
  await assertAccessible(page)
  await shoot('plugins')
  await page.getByLabel('Search').fill('runbook')
  await page.getByRole('button', { name: /runbook\.search/ }).click()
  await page.getByText('It was never used yet.').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('query is needed.').waitFor()
  await page.getByRole('textbox', { name: 'query' }).fill('connection pool')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('It answered').waitFor()
  await assertAccessible(page)
  await shoot('plugin-run')
  const { items } = (await service.get('/api/audit')).body.data
  assert.deepEqual([items[0].action, items[0].target], ['plugin.run', 'runbook.search'])
  assert.deepEqual(complaints, [])
})

test('what changes systems cannot be run by hand, and the page fits a phone', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const { page, complaints, shoot } = await browser.open(service.address, { scheme: 'dark', width: 390, height: 844 })
  await page.goto('/plugins?category=remediation')
  await page.getByRole('button', { name: /restart_pod/ }).waitFor()
  const isWider = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  assert.equal(isWider, false)
  await assertAccessible(page)
  await shoot('plugins-phone')
  await page.getByRole('button', { name: /restart_pod/ }).click()
  await page.getByText('Not run by hand').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).count(), 0)
  await assertAccessible(page)
  await shoot('plugin-phone')
  assert.deepEqual(complaints, [])
})
