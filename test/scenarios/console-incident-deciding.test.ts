/** Deciding on the page of an incident: refused with words, told who was first, shown to whoever may only look. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../src/edges/store/database.ts'
import { appendEvents } from '../../src/edges/store/event-records.ts'
import { openBrowser, type Person } from '../world/browser.ts'
import { assertAccessible, assertFits, assertInSight, goToOther } from '../world/console-look.ts'
import { eventually } from '../world/eventually.ts'
import { openWaitingWorld, type Waiting } from '../world/waiting-plan.ts'

const heading = ({ page }: Person, name: RegExp | string) => page.getByRole('heading', { name })
const press = ({ page }: Person, name: RegExp | string) => page.getByRole('button', { name }).click()

test('a person rejects, asks for another look, is told when another was first, and reads thousands of events', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const names = ['rejected', 'ignored', 'contested', 'replaced', 'busy', 'watched']
  const world = await openWaitingWorld(t, names)
  const service = await world.startInstance()
  const plant = (name: string) => world.plant(name)
  const services = [{ name: 'rejected', namespace: 'shop', team: 'orders', oncall: '@ada' }]
  await service.ask('PUT', '/api/environment-context', {
    body: { services, infrastructure: {}, alert_definitions: {}, common_issues: [] },
  })
  const visit = async ({ id }: Waiting, sight: Parameters<typeof browser.open>[1] = {}) => {
    const person = await browser.open(service.address, sight)
    await person.page.goto(`/incidents/${id}`)
    await heading(person, 'Plan: it runs only if you confirm it').waitFor()
    return person
  }

  await t.test('reject with feedback, then look again', async () => {
    const waiting = await plant('rejected')
    const person = await visit(waiting, { scheme: 'dark', width: 390, height: 844 })
    const { page } = person
    await page.getByText('on call @ada').waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await person.shoot('incident-phone')
    await page.keyboard.press('r')
    await page.getByLabel('What is wrong with it?').fill('Three are not enough.')
    await press(person, 'Reject the plan')
    await page.locator('[aria-current="step"]', { hasText: 'Escalated' }).waitFor()
    await page
      .getByRole('alert')
      .getByText(/refused the plan: Three are not enough/)
      .waitFor()
    // Whoever looks again waits for the cluster, so that the page is sure to see it.
    const held = world.cluster.faults.add({ does: 'hold', times: 1_000 })
    await press(person, 'Look again…')
    await page.getByLabel('What should be looked at?').fill('The queue before it.')
    await page.getByRole('dialog').getByRole('button', { name: 'Look again' }).click()
    await page.locator('[aria-current="step"]', { hasText: 'Diagnosing' }).waitFor()
    held.release()
    await page
      .getByText(/The queue before it/)
      .first()
      .waitFor()
    assert.deepEqual(person.complaints, [])
  })

  await t.test('ignore asks for how long: until it clears, for an hour, once, or for its labels', async () => {
    const waiting = await plant('ignored')
    const person = await visit(waiting)
    await press(person, 'Ignore…')
    const dialog = person.page.getByRole('dialog', { name: 'Ignore the incident' })
    for (const name of ['Until it clears', 'Once', 'For these labels', 'For an hour'])
      await dialog.getByRole('radio', { name }).waitFor()
    await dialog.getByRole('radio', { name: 'For an hour' }).check()
    await dialog.getByRole('button', { name: 'Ignore it' }).click()
    const { events } = await eventually('it is ignored', async () => {
      const { data } = (await service.get(`/api/incidents/${waiting.id}`)).body
      return data.status === 'ignored' && data
    })
    assert.equal(events.at(-1).data.repeats, 'for_a_time')
    assert.deepEqual(person.complaints, [])
  })

  await t.test('of two who confirm at once one wins, and whoever is too late is told in the dialog', async () => {
    const waiting = await plant('contested')
    const [first, second, third] = [await visit(waiting), await visit(waiting), await visit(waiting)]
    const openDialog = async ({ page }: Person) => {
      await page.keyboard.press('c')
      return page.getByRole('button', { name: 'Confirm and run' })
    }
    const [one, other] = [await openDialog(first), await openDialog(second)]
    // The second word is on its way while the first is taken.
    const { promise: firstIsTaken, resolve: letGo } = Promise.withResolvers<void>()
    await second.page.route('**/decision', async (route) => {
      await firstIsTaken
      await route.continue()
    })
    await second.page.getByLabel('Comment').fill('Said too late.')
    await other.click()
    await third.page.keyboard.press('r')
    await third.page.getByLabel('What is wrong with it?').fill('Three are not enough.')
    await one.click()
    await heading(first, 'Plan, confirmed').waitFor()
    letGo()
    const notice = second.page.getByRole('alert').filter({ hasText: 'Your word was not taken' })
    await notice.getByText(/Confirmed by/).waitFor()
    const dialog = second.page.getByRole('dialog')
    await dialog.filter({ has: notice }).waitFor()
    assert.equal(await dialog.getByLabel('Comment').inputValue(), 'Said too late.')
    assert.ok(await other.isDisabled())
    await second.shoot('incident-overtaken')
    await third.page.getByRole('dialog').getByText('It is already decided.').waitFor()
    await third.page
      .getByRole('alert')
      .getByText(/Confirmed by local/)
      .waitFor()
    assert.equal(await third.page.getByRole('button', { name: 'Reject the plan' }).count(), 0)
    await third.page.getByRole('dialog').getByText('Close', { exact: true }).click()
    await eventually('it was scaled once', () => world.cluster.recorder.changes().length === 1)
    assert.deepEqual([...first.complaints, ...third.complaints], [])
    assert.deepEqual(
      second.complaints.filter((complaint) => !/409/.test(complaint)),
      [],
    )
  })

  await t.test('a plan that changes during the second look is not confirmed', async () => {
    const waiting = await plant('replaced')
    const person = await visit(waiting)
    await person.page.keyboard.press('c')
    const confirm = person.page.getByRole('button', { name: 'Confirm and run' })
    await confirm.waitFor()
    const { digest } = await world.replan(waiting)
    await person.page.getByText('Another plan has taken its place.').waitFor()
    assert.ok(await confirm.isDisabled())
    await person.page.getByRole('dialog').getByText('Close', { exact: true }).click()
    await person.page.getByLabel(`Digest of the plan: ${digest}`).waitFor()
    assert.deepEqual(person.complaints, [])
  })

  await t.test('two thousand events are walked through, narrowed and read to the end', () =>
    readThousands(world, visit),
  )

  // Last, because from the first key on nobody is let in without one.
  await t.test(
    'who may only look is shown the plan, that it would be stopped, and no way to decide on it',
    async () => {
      const alert = { metadata: { namespace: 'shop', deployment: 'watched' } }
      const earlier = await world.plant('watched', { alert })
      const waiting = await world.plant('watched', { alert })
      await service.ask('PUT', '/api/config', { body: { REMEDIATION_ENABLED: false } })
      const admin = await service.ask('POST', '/api/keys', { body: { name: 'Ada', role: 'admin' } })
      const { key } = admin.body.data
      const issued = await service.ask('POST', '/api/keys', { key, body: { name: 'reader', role: 'viewer' } })
      const person = await browser.open(service.address)
      await person.page.goto(`/incidents/${waiting.id}`)
      await person.page.getByLabel('Key').fill(issued.body.data.key)
      await press(person, 'Sign in')
      await heading(person, 'Plan: it runs only if an operator confirms it').waitFor()
      await person.page.getByRole('alert').filter({ hasText: 'REMEDIATION_ENABLED is false' }).waitFor()
      await person.page.keyboard.press('c')
      const forbidden = person.page.getByRole('button', {
        name: /Confirm|Reject|Look again|Ignore|Dry run|note|resolved/,
      })
      assert.equal(await forbidden.count(), 0)
      const limit = person.page
        .getByRole('note')
        .getByText(
          /You may only look: your key, reader.*To decide, ask whoever holds the key “Ada” for a key of the role operator/,
        )
      await person.page.setViewportSize({ width: 390, height: 844 })
      await person.page.evaluate('scrollTo(0, 0)')
      await assertInSight(person.page, limit)
      await person.page.setViewportSize({ width: 1360, height: 900 })
      await person.page.getByRole('region', { name: 'Related' }).getByRole('link').click()
      await person.page.getByText(`/ ${earlier.id}`).waitFor()
      for (const path of ['/incidents', '/']) {
        await goToOther(person.page, path)
        await person.page
          .getByRole('note')
          .getByText(/To work on incidents, ask whoever holds the key “Ada”/)
          .waitFor()
      }
    },
  )
})

const MANY = 2_000

async function readThousands(
  world: Awaited<ReturnType<typeof openWaitingWorld>>,
  visit: (waiting: Waiting) => Promise<Person>,
): Promise<void> {
  const waiting = await world.plant('busy')
  const events = Array.from({ length: MANY }, (_, at) => ({
    incidentId: waiting.id,
    status: 'awaiting_approval' as const,
    ...(at % 2 === 0
      ? { kind: 'note_added' as const, data: { by: 'test', text: `note ${at}` } }
      : {
          kind: 'tool_call' as const,
          data: {
            tool: 'list_pods',
            parameters: { at },
            result: { success: true, data: { at } },
            call: `C${at}`,
            by: 'model',
            seconds: 1,
          },
        }),
  }))
  await inTransaction(world.database, (connection) => appendEvents(connection, events))
  const person = await visit(waiting)
  const { page } = person
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await timeline.getByText(`C${MANY - 1} list_pods`).waitFor()
  assert.ok((await timeline.getByRole('listitem').count()) < 200)
  await page.keyboard.press('j')
  await page.locator('[data-entry="0"]:focus').waitFor()
  for (let pressed = 0; pressed < 20; pressed++) await page.keyboard.press('j')
  await page.locator('[data-entry="20"]:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Notes and questions 1000').click()
  await page.getByText(/^1000 of \d+ events$/).waitFor()
  await page.getByText('Oldest first').click()
  await timeline.getByText('note 0', { exact: false }).first().waitFor()
  await page.keyboard.press('End')
  await timeline.getByText(`note ${MANY - 2}`).waitFor()
  await person.shoot('incident-thousands')
  assert.match(page.url(), /kinds=people/)
  assert.deepEqual(person.complaints, [])
}
