/** Every flow of the console by keys alone: no pointer, no focus set by a script, and a ring around wherever one is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../world/browser.ts'
import { keysOf } from '../world/by-keys.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

const KEY = 'the-admin-key-of-this-test'

test('an incident is decided, looked at and planned, and all else written, by keys alone', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const world = await openWaitingWorld(t, ['confirmed', 'refused'])
  const service = await world.startInstance({ API_KEY: KEY })
  const ids = { confirmed: (await world.plant('confirmed')).id, refused: (await world.plant('refused')).id }
  const { page, complaints } = await browser.open(service.address, { width: 1280, height: 720 })
  const keys = keysOf(page)
  const heading = (name: string | RegExp) => page.getByRole('heading', { name })
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first()
  const dialog = page.getByRole('dialog')
  const openFromList = async (name: keyof typeof ids) => {
    await keys.press('g', 'i')
    await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor()
    await keys.enter(page.getByRole('link', { name: new RegExp(`^${name} is slow`) }), 'j')
    await page.waitForURL(`**/incidents/${ids[name]}`)
    await page.locator('[aria-current="step"]').waitFor()
  }
  const choose = async (label: string, plugin: string) => {
    await keys.goTo(field(label))
    await keys.type(plugin)
    await page.getByRole('option', { name: plugin, exact: true }).waitFor()
    await keys.press('ArrowDown', 'Enter')
  }

  await t.test('signing in', async () => {
    await page.goto('/')
    await keys.isAt(page.getByLabel('Key', { exact: true }))
    await keys.type(KEY)
    await keys.press('Enter')
    await heading('Now').waitFor()
  })

  await t.test('a plan is confirmed in its dialog', async () => {
    await openFromList('confirmed')
    await keys.press('c')
    await keys.isAt(dialog.getByLabel('Comment'))
    await keys.type('without a mouse')
    await keys.enter(button('Confirm and run'))
    await heading('Plan, confirmed').waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  await t.test('who goes back to a list goes on from the row they left', async () => {
    await openFromList('confirmed')
    await page.goBack()
    await keys.isAt(page.getByRole('link', { name: /^confirmed is slow/ }))
    await keys.press('g', 'n')
    await heading('Now').waitFor()
  })

  await t.test('an incident is taken, given to another, and its plan rejected', async () => {
    await openFromList('refused')
    await keys.enter(button('I have it'))
    await button('I have it').waitFor({ state: 'detached' })
    await keys.enter(button('Give to…'))
    await keys.isAt(page.getByRole('textbox', { name: 'Name' }))
    await keys.type('grace')
    await keys.press('Enter')
    await page.getByText('given to grace', { exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await keys.isAt(button('Give to…'))
    await keys.press('r')
    await keys.isAt(page.getByLabel('What is wrong with it?'))
    await keys.type('Three are not enough.')
    await keys.enter(button('Reject the plan'))
    await page.locator('[aria-current="step"]', { hasText: 'Escalated' }).waitFor()
  })

  await t.test('a plugin looks, and what it saw is read', async () => {
    await keys.enter(button('Look with a plugin…'))
    await keys.isAt(field('Plugin'))
    await choose('Plugin', 'list_pods')
    await keys.fill(field('namespace'), 'shop')
    await keys.enter(button('Look and keep it'))
    await page.getByText(/^Kept as C\d+\.$/).waitFor()
    await keys.isAt(button('Look and keep it'))
    await keys.press('Escape')
    await keys.isAt(button('Look with a plugin…'))
    const evidence = page.locator('[data-entry]', { hasText: 'list_pods' })
    await keys.enter(evidence, 'j')
    await dialog.getByText('run by hand').waitFor()
    await keys.press('Escape')
    await keys.isAt(evidence)
  })

  await t.test('a plan is written, tried and handed in', async () => {
    await keys.enter(button('Write a plan…'), 'Shift+Tab')
    await keys.isAt(page.getByLabel('Why should this be done?'))
    await keys.type('One more takes the load.')
    await choose('Step 1', 'scale_deployment')
    await keys.fill(field('namespace'), 'shop')
    await keys.fill(field('deployment'), 'refused')
    await keys.fill(field('replicas'), '3')
    await keys.enter(button('Dry run'))
    await page.getByText('would run now').waitFor()
    await keys.isAt(button('Dry run'))
    await keys.enter(button('Hand it in'))
    await heading('Plan: it runs only if you confirm it').waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  await t.test('a setting that would have no effect is asked about, and stored all the same', async () => {
    await keys.press('Control+k')
    await keys.isAt(page.getByRole('combobox', { name: /^Page, incident/ }))
    await keys.type('MAX_REPLICA_CHANGE')
    await page.getByRole('option', { name: /MAX_REPLICA_CHANGE.*setting/ }).waitFor()
    await keys.press('Enter')
    await keys.isAt(page.getByRole('textbox', { name: 'MAX_REPLICA_CHANGE' }))
    await keys.press('Control+a')
    await keys.type('many')
    await keys.press('Enter')
    await keys.enter(button('Store it all the same'))
    await keys.isAt(button('Change MAX_REPLICA_CHANGE'))
  })

  await t.test('an entry is written', async () => {
    await keys.press('g', 'k')
    await keys.enter(page.getByRole('link', { name: 'Write an entry' }))
    await keys.fill(field('Title'), 'Slow shops')
    await keys.fill(field('Text'), 'Ask for one more.')
    await keys.enter(button('Save'), 'Shift+Tab')
    await heading('Slow shops').waitFor()
    await keys.enter(button('History'))
    await dialog.waitFor()
    await keys.press('Escape')
    await keys.isAt(button('History'))
  })

  await t.test('a row is asked about, and has the focus again', async () => {
    await keys.press('g', 'i')
    const row = page.getByRole('link', { name: /^refused is slow/ })
    await keys.goTo(row, 'j')
    await keys.press('e')
    await dialog.waitFor()
    await keys.press('Escape')
    await keys.isAt(row)
  })

  await t.test('a silence is tried and made', async () => {
    await keys.press('g', 'l')
    await keys.enter(button('New silence…'))
    await keys.isAt(dialog.getByLabel('Value'))
    await keys.type('ShopSlow')
    await keys.fill(dialog.getByLabel('Why?'), 'it is being moved')
    await keys.enter(button('What would match?'))
    await dialog.getByText(/^Alerts of today that match/).waitFor()
    await keys.isAt(button('What would match?'))
    await keys.enter(button('Make it'))
    await page.getByText('alertname="ShopSlow"').waitFor()
    await keys.isAt(button('New silence…'))
  })

  assert.deepEqual([...keys.ringless], [], 'all of this has the focus, and shows none')
  assert.deepEqual(
    complaints.filter((words) => !words.includes('401')),
    [],
  )
})
