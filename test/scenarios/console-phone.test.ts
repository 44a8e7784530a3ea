/** The console on a phone: a word is said with the thumb, its outcome is seen where it was said, and no column is cut. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertFits, assertInSight, assertWhole } from '../world/console-look.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

const PHONE = { width: 390, height: 844 }

test('on a phone the decision stays at the bottom, its result is seen without scrolling, and tables show every column', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, ['cart'])
  const service = await world.startInstance()
  const { id } = await world.plant('cart')
  const person = await browser.open(service.address, PHONE)
  const { page } = person
  await page.goto('/')
  const [menu, runs] = [
    page.getByRole('button', { name: 'Pages' }),
    page.getByRole('link', { name: 'Runs', exact: true }),
  ]
  await menu.press('Enter')
  await runs.focus()
  await page.keyboard.press('Escape')
  await menu.and(page.locator(':focus')).waitFor()
  assert.equal(await runs.count(), 0, 'no key leads into the closed menu')
  await page.goto(`/incidents/${id}`)
  const deciding = page.getByRole('group', { name: 'Decide' })
  await deciding.waitFor()
  const buttons = await deciding.getByRole('button').all()
  assert.ok(buttons.length >= 3)
  for (const button of buttons) await assertInSight(page, button)
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  for (const button of buttons) await assertInSight(page, button)
  await assertFits(page)
  await assertAccessible(page)
  await person.shoot('phone-deciding')

  await deciding.getByRole('button', { name: 'Confirm…' }).click()
  const confirm = page.getByRole('button', { name: 'Confirm and run' })
  await assertInSight(page, confirm)
  await confirm.click()
  const result = page.getByRole('status', { name: 'Where it stands' })
  await result.getByText(/^(Resolved|Escalated)$/).waitFor()
  await assertInSight(page, result)
  await assertFits(page)
  await assertAccessible(page)
  await person.shoot('phone-result')
  const chinese = await browser.open(service.address, { ...PHONE, locale: 'zh-CN' })
  await chinese.page.goto(`/incidents/${id}`)
  await assertWhole(chinese.page.locator('.phone-strip .mantine-Badge-label'))
  await chinese.shoot('phone-result-chinese')

  for (const [path, columns] of [
    ['/runs', ['State', 'Since', 'Step', 'Last error']],
    ['/settings?part=audit', ['When', 'Who', 'What', 'Details']],
  ] as const) {
    await page.goto(path)
    for (const column of columns) await assertWithin(page.locator(`td[data-label="${column}"]`).first())
    await assertFits(page)
    await assertAccessible(page)
  }
  await person.shoot('phone-audit')
  assert.deepEqual(person.complaints, [])

  async function assertWithin(cell: ReturnType<typeof page.locator>): Promise<void> {
    await cell.waitFor()
    const box = await cell.boundingBox()
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= PHONE.width, `It ends at ${box && box.x + box.width}.`)
  }
})
