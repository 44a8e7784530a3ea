/** A browser that has lost its network: nothing that was said meanwhile is carried out later, and pages come when it is back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../world/browser.ts'
import { eventually } from '../world/eventually.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

test('a word said without a network is not taken, then or later, and what was typed is asked for before it is lost', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, ['afar'])
  const service = await world.startInstance()
  const waiting = await world.plant('afar')
  const { page, context } = await browser.open(service.address)
  const statusOf = async () => (await service.get(`/api/incidents/${waiting.id}`)).body.data.status
  await page.goto(`/incidents/${waiting.id}`)
  await page.getByRole('heading', { name: 'Plan: it runs only if you confirm it' }).waitFor()

  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Run this plan?' })
  await dialog.waitFor()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Confirm and run' }).click()
  await dialog.getByText('The service cannot be reached.').waitFor()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('r')
  const rejecting = page.getByRole('dialog').filter({ hasText: 'What is wrong with it?' })
  await rejecting.getByRole('textbox').fill('Not from the lift.')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  assert.equal(await rejecting.getByRole('textbox').inputValue(), 'Not from the lift.')
  await rejecting.getByRole('button', { name: 'Reject the plan' }).click()
  await rejecting.getByText('The service cannot be reached.').waitFor()
  await rejecting.getByRole('button', { name: 'Not now' }).click()

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(String(request.postData())))
  await context.setOffline(false)
  // Hit twice, it is said once.
  await page.keyboard.press('c')
  const confirm = dialog.getByRole('button', { name: 'Confirm and run' })
  await confirm.waitFor()
  await confirm.dblclick()
  await dialog.waitFor({ state: 'detached' })
  await eventually('it was confirmed', async () => (await statusOf()) !== 'awaiting_approval')
  assert.equal(sent.length, 1, sent.join())
  assert.match(sent[0] ?? '', /"decision":"confirm"/)
})

test('a page that was not loaded yet comes when the service can be reached again', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, ['afar'])
  const service = await world.startInstance()
  const { page, context } = await browser.open(service.address)
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Now' }).waitFor()
  await context.setOffline(true)
  const missing = page.waitForEvent('requestfailed', (request) => request.url().includes('knowledge-page'))
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click()
  await missing
  assert.equal(new URL(page.url()).origin, new URL(service.address).origin)
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor()
})
