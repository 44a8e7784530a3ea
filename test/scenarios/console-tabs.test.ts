/** Many tabs of one browser: a browser keeps few connections to a service, and every tab wants to be live. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../world/browser.ts'
import { startTestService } from '../world/service.ts'

/** More than a browser keeps connections to one service. */
const TABS = 8

test('the eighth tab is as live as the first, and when the one that listens is closed another goes on', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const { page: first, context, complaints } = await browser.open(service.address)
  const others: Page[] = []
  await beLive(first)
  while (others.length < TABS - 1) {
    const tab = await context.newPage()
    await beLive(tab)
    others.push(tab)
  }
  const send = (message: string) => service.ask('POST', '/api/alert', { body: { message } })

  await send('The first of two')
  for (const tab of [first, ...others]) await seen(tab, 'The first of two')
  await first.close()
  await send('The second of two')
  for (const tab of others) await seen(tab, 'The second of two')
  assert.equal(await others[0]?.title(), 'Now · Firebreak')
  assert.deepEqual(complaints, [])
})

async function beLive(tab: Page): Promise<void> {
  await tab.goto('/')
  await tab.getByText('Live', { exact: true }).waitFor()
}

/** Whatever has become of it meanwhile. */
async function seen(tab: Page, title: string): Promise<void> {
  await tab.getByRole('link', { name: title }).first().waitFor()
}
