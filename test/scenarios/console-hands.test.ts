/** People take an incident in hand on its page: say so, look with a plugin, write a plan and have it judged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { show } from '../world/alerts.ts'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertFits } from '../world/console-look.ts'
import { look, proven, SICK, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Script } from '../world/model/script.ts'

/** Proves its cause and wants nothing done, so that a person takes over. */
const script: Script = (request) => (request.turn === 0 ? look() : submit(proven(request, { remediation: null })))

test('a person takes an incident, looks with a plugin, and hands in a plan that then waits for a word', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const { service, diagnose, cluster } = await startMindService(t, { script })
  const { id } = await diagnose()
  const person = await browser.open(service.address, { width: 1440, height: 900 })
  const { page, shoot } = person
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const field = (name: string) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first()
  const choose = async (label: string, plugin: string) => {
    await field(label).click()
    await page.getByRole('option', { name: plugin, exact: true }).click()
  }
  await page.goto(`/incidents/${id}`)

  await t.test('"I have it" stands on the page and on the list, until it is given to another', async () => {
    await press('I have it')
    await page.getByText('local has it', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'I have it' }).count(), 0)
    await press('Give to…')
    await page.getByRole('textbox', { name: 'Name' }).fill('grace')
    await assertAccessible(page)
    await press('Give it to them')
    await page.getByText('given to grace', { exact: true }).waitFor()
    const list = await browser.open(service.address, { width: 390, height: 844 })
    await list.page.goto('/incidents')
    await list.page.getByText('given to grace', { exact: true }).waitFor()
    await assertFits(list.page)
    await list.shoot('in-hand-list-phone')
    assert.deepEqual(list.complaints, [])
  })

  await t.test('what a plugin answers is kept under a number that the timeline knows', async () => {
    await press('Look with a plugin…')
    await choose('Plugin', 'list_pods')
    await field('namespace').fill('shop')
    await press('Look and keep it')
    await page.getByText('Kept as C1001.').waitFor()
    await assertAccessible(page)
    await shoot('look-by-hand')
    await page.keyboard.press('Escape')
    await page.goto(`/incidents/${id}?kinds=calls`)
    await page.getByText('C1001').first().waitFor()
  })

  await t.test('a plan is tried and handed in, and waits on the page for a word', async () => {
    await page.goto(`/incidents/${id}`)
    await press('Write a plan…')
    assert.ok(await page.getByRole('button', { name: 'Hand it in' }).isDisabled())
    await page.getByLabel('Why should this be done?').fill('A fresh process lets go of row 17.')
    await choose('Step 1', 'restart_pod')
    await field('namespace').fill('shop')
    await field('pod_name').fill(SICK)
    await press('Dry run')
    const tried = page.getByRole('status', { name: 'Outcome of the dry run' })
    await tried.getByText('would run now').waitFor()
    await tried.getByText('Way back').waitFor()
    await tried.getByText('Rests on this, which must still hold when it runs').waitFor()
    await assertAccessible(page)
    await shoot('plan-by-hand')
    assert.deepEqual(cluster.changes(), [])
    await press('Hand it in')
    await page.getByRole('heading', { name: 'Plan: it runs only if you confirm it' }).waitFor()
    const { proposal, events } = await show(service, id)
    assert.equal(proposal.description, 'Handed in by local: A fresh process lets go of row 17.')
    assert.ok(events.some(({ type }) => type === 'plan_handed_in'))
    assert.deepEqual(cluster.changes(), [])
  })
  assert.deepEqual(person.complaints, [])
})
