/**
 * Nothing that axe knows is wrong on any page or in any dialog. Each is looked at twice: in English by day and in Chinese
 * by night, because words do not change colours, nor colours the structure.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { chinese } from '../../console/src/language/chinese/all.ts'
import { openBrowser } from '../world/browser.ts'
import type { TestService } from '../world/service.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

type Words = keyof typeof chinese
const SIGHTS = [
  { scheme: 'light', locale: 'en-GB', say: (words: Words): string => words },
  { scheme: 'dark', locale: 'zh-CN', say: (words: Words): string => chinese[words] },
] as const

/** Each page with the buttons that open a dialog there. */
function pagesOf(incident: string, entry: string): [path: string, opening: readonly Words[]][] {
  return [
    ['/', []],
    ['/incidents', []],
    [`/incidents/${incident}`, ['Confirm…', 'Reject…', 'Give to…', 'Look with a plugin…']],
    [`/incidents/${incident}/report`, []],
    ['/silences', ['New silence…']],
    ['/runs', []],
    ['/knowledge?entry=new', []],
    [`/knowledge?entry=${entry}`, []],
    ['/environment', []],
    ['/plugins', []],
    ['/settings?setting=HOURLY_QUOTA', []],
    ['/settings?part=keys', ['New key']],
    ['/settings?part=audit', []],
    ['/help', []],
    ['/no/such/page', []],
  ]
}

test('axe finds nothing on any page or in any dialog', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, ['checkout'])
  const service = await world.startInstance()
  const { id } = await world.plant('checkout')
  const entry = await writeDown(service)
  for (const { scheme, locale, say } of SIGHTS) {
    const { page, complaints } = await browser.open(service.address, { scheme, locale })
    for (const [path, opening] of pagesOf(id, entry))
      await t.test(`${locale} ${path.replace(id, 'INC').replace(entry, 'ID')}`, async () => {
        await open(page, path)
        await assertFlawless(page)
        for (const words of opening) await lookInto(page, say(words))
      })
    await t.test(`${locale}, the palette and the keys`, async () => {
      for (const key of ['Control+k', '?']) {
        await page.keyboard.press(key)
        await page.getByRole('dialog').waitFor()
        await assertFlawless(page)
        await leave(page)
      }
    })
    assert.deepEqual(complaints, [])
  }
})

async function writeDown({ ask }: TestService): Promise<string> {
  const services = [{ name: 'ledger', namespace: 'bank', dependencies: ['vault'] }]
  await ask('PUT', '/api/environment-context', { body: { services } })
  const body = { title: 'Ledger restarts', content: '# Ask\n\nthe bank first.', tags: ['bank'] }
  return (await ask('POST', '/api/knowledge', { body })).body.data.id
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

async function lookInto(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
  await assertFlawless(page)
  await leave(page)
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function assertFlawless(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  assert.deepEqual(found, [], page.url())
}
