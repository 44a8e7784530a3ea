import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertWhole } from '../world/console-look.ts'
import { startLokiSimulator } from '../world/loki-simulator.ts'
import { startTestService } from '../world/service.ts'

test('an administrator signs in, changes a setting, is told at the field what is wrong, and finds it on the trail', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: { API_KEY: 'the-admin-key-of-this-test' } })
  const loki = await startLokiSimulator({ streams: [], token: 'the-token-of-the-logs' })
  t.after(() => loki.close())
  const { page, complaints, shoot } = await browser.open(service.address)
  await page.goto('/settings')
  await shoot('sign-in')
  await page.getByLabel('Key', { exact: true }).fill('a wrong key')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This key is not valid.').waitFor()
  await page.getByLabel('Key', { exact: true }).fill('the-admin-key-of-this-test')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()

  // Who is on the page already is sent to a setting as well.
  await page.getByRole('button', { name: 'Change HOURLY_QUOTA' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('HOURLY_QUOTA')
  await page.getByRole('option', { name: /HOURLY_QUOTA/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'HOURLY_QUOTA' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Change HOURLY_QUOTA' }).click()
  await page.getByLabel('HOURLY_QUOTA').fill('many')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be an integer greater than 0').waitFor()
  await page.getByLabel('HOURLY_QUOTA').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  // The editor closes once the service has taken the value, and its button comes back.
  await page.getByRole('button', { name: 'Change HOURLY_QUOTA' }).waitFor()
  assert.equal(
    (await service.get('/api/config', { key: 'the-admin-key-of-this-test' })).body.data.security.hourly_quota,
    7,
  )

  await page.getByRole('button', { name: 'Change CONFIRM_WITHIN_SECONDS' }).click()
  await page.getByLabel('CONFIRM_WITHIN_SECONDS').fill('soon')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be an integer of at least 1').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('button:focus', { hasText: 'Change' }).waitFor()
  assert.equal(await page.getByLabel('CONFIRM_WITHIN_SECONDS', { exact: true }).count(), 0, 'its editor is closed')

  // What the contract leaves unchecked is asked about, and told in red while it stays.
  await page.getByRole('button', { name: 'Change MAX_REPLICA_CHANGE' }).click()
  await page.getByLabel('MAX_REPLICA_CHANGE').fill('many')
  await page.getByRole('button', { name: 'Save' }).click()
  const unreadable = page
    .getByRole('region', { name: 'Safety' })
    .getByText(/MAX_REPLICA_CHANGE could not be read .*; in force is 0\.5/)
  await unreadable.waitFor()
  const key = 'the-admin-key-of-this-test'
  const layerOf = async () => {
    const { settings } = (await service.get('/api/settings', { key })).body.data
    return settings.find((one: { key: string }) => one.key === 'MAX_REPLICA_CHANGE').layer
  }
  assert.equal(await layerOf(), 'default', 'nothing is stored before the answer')
  await shoot('settings-asks')
  await page.getByRole('button', { name: 'Store it all the same' }).click()
  await page.getByRole('button', { name: 'Change MAX_REPLICA_CHANGE' }).waitFor()
  const told = page.getByText(/many is stored and cannot be read \(it takes .+\)\. What is shown above holds instead\./)
  await told.waitFor()
  assert.deepEqual([await told.count(), await unreadable.count()], [1, 0], 'it is told once')
  assert.equal(await layerOf(), 'runtime')

  await page.getByRole('button', { name: 'Change LOGS_URL' }).click()
  await page.getByRole('textbox', { name: 'LOGS_URL' }).fill(loki.url)
  await page.getByRole('button', { name: 'Test LOGS_URL' }).click()
  await page
    .getByRole('status')
    .getByText(/Asked 127\.0\.0\.1:\d+ for one line .*401/)
    .waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change LOGS_TOKEN' }).click()
  await page.getByLabel('LOGS_TOKEN').first().fill('the-token-of-the-logs')
  await page.getByRole('button', { name: 'Test LOGS_TOKEN' }).click()
  await page.getByText('It works', { exact: true }).waitFor()
  await page.getByText(/It answered as a log server does/).waitFor()
  await shoot('settings-tested')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Change LLM_API_KEY' }).click()
  await page.getByLabel('LLM_API_KEY').first().fill('sk-a-secret-nobody-may-see')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Change LLM_API_KEY' }).waitFor()
  assert.ok(!(await page.content()).includes('sk-a-secret-nobody-may-see'))
  await assertAccessible(page)
  await shoot('settings')

  await page.getByRole('tab', { name: 'Audit trail' }).click()
  await page
    .getByRole('cell', { name: /HOURLY_QUOTA/ })
    .first()
    .waitFor()
  await assertAccessible(page)
  await shoot('audit')

  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Firebreak', level: 1 }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Settings' }).count(), 0)
  assert.equal(await page.getByRole('dialog').count(), 0, 'who left on purpose sees the whole page')
  // The wrong key was refused on purpose, and the browser says so.
  assert.deepEqual(
    complaints.filter((complaint) => !/status of 40[01]/.test(complaint)),
    [],
  )
})

test('a key is shown once, its holder sees what the role allows, and revoking it signs them out', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t, { environment: { API_KEY: 'the-admin-key-of-this-test' } })
  const admin = await browser.open(service.address, { scheme: 'dark' })
  await admin.page.goto('/settings')
  await admin.page.getByLabel('Key', { exact: true }).fill('the-admin-key-of-this-test')
  await admin.page.getByRole('button', { name: 'Sign in' }).click()
  await admin.page.getByRole('tab', { name: 'Keys' }).click()
  await admin.page.getByRole('button', { name: 'New key' }).click()
  await admin.page.getByRole('textbox', { name: 'Name' }).fill('Mia <b>of the night shift</b>')
  await admin.page.getByLabel('Role').selectOption('viewer')
  await admin.page.getByRole('button', { name: 'Create' }).click()
  const key = (await admin.page.getByTestId('issued-key').textContent()) ?? ''
  const seen = admin.page.viewportSize() ?? { width: 1360, height: 900 }
  for (const width of [390, seen.width]) {
    await admin.page.setViewportSize({ ...seen, width })
    await assertWhole(admin.page.getByTestId('issued-key'))
    await admin.shoot(`key-issued-${width}`)
  }
  await admin.page.evaluate('void history.back()')
  await admin.page.getByRole('dialog', { name: 'Leave without keeping the key?' }).waitFor()
  await admin.page.getByRole('button', { name: 'Stay' }).click()
  await admin.page.getByRole('button', { name: 'I have kept it' }).click()
  await admin.page.getByText('Mia <b>of the night shift</b>').waitFor()
  assert.doesNotMatch(await admin.page.content(), new RegExp(key))
  await assertAccessible(admin.page)
  await admin.shoot('keys')

  const viewer = await browser.open(service.address)
  await viewer.page.goto('/plugins')
  await viewer.page.getByLabel('Key', { exact: true }).fill(key)
  await viewer.page.getByRole('button', { name: 'Sign in' }).click()
  await viewer.page.getByRole('heading', { name: 'Plugins', level: 1 }).waitFor()
  assert.equal(await viewer.page.getByRole('link', { name: 'Settings' }).count(), 0)
  await viewer.page.goto('/settings')
  await viewer.page.getByText('Settings are for administrators').waitFor()
  await viewer.page.getByRole('heading', { name: 'Settings', level: 1, exact: true }).waitFor()
  await viewer.page
    .getByRole('note')
    .getByText(/the role viewer.*ask whoever runs Firebreak for a key of the role admin/)
    .waitFor()

  await admin.page.getByRole('button', { name: /^Revoke Mia/ }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await admin.page.getByText('revoked', { exact: true }).waitFor()
  await admin.page.setViewportSize({ width: 390, height: 844 })
  await admin.page.getByRole('list', { name: 'Keys' }).getByText('revoked', { exact: true }).waitFor()
  assert.equal(await admin.page.evaluate('document.documentElement.scrollWidth'), 390)
  await assertAccessible(admin.page)
  await admin.shoot('keys-phone')
  await viewer.page.goto('/plugins')
  await viewer.page.getByRole('button', { name: 'Sign in' }).waitFor()
  // Before they signed in, the browser was told that it is nobody.
  assert.deepEqual(
    admin.complaints.filter((complaint) => !/status of 401/.test(complaint)),
    [],
  )
})

test('when the session ends under a page, what was typed there is still there after signing in again', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const key = 'the-admin-key-of-this-test'
  const service = await startTestService(t, { environment: { API_KEY: key } })
  await service.ask('POST', '/api/knowledge', { key, body: { title: 'Runbook', content: 'Old words.' } })
  const { page, context, shoot } = await browser.open(service.address)
  const enter = async (given: string) => {
    await page.getByLabel('Key', { exact: true }).fill(given)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.goto('/knowledge')
  await enter(key)
  await page.getByRole('link', { name: 'Runbook' }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended; sign in to go on' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await assertAccessible(page)
  await shoot('session-ended')
  await enter(key)
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a thought')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Half a thought' }).waitFor()

  const viewer = await service.ask('POST', '/api/keys', { key, body: { name: 'reader', role: 'viewer' } })
  await context.clearCookies()
  await page.getByRole('link', { name: 'Plugins' }).click()
  await dialog.waitFor()
  await enter(viewer.body.data.key)
  await page.getByRole('button', { name: 'Signed in as reader' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Settings' }).count(), 0)
})

test('whoever makes the first key is signed in with it, once they have kept it', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const { page } = await browser.open(service.address)
  await page.goto('/settings?part=keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('You are signed in with it.').waitFor()
  const key = (await page.getByTestId('issued-key').textContent()) ?? ''
  assert.equal((await service.get('/api/session')).status, 401, 'nobody else is let in')
  assert.match((await service.get('/api/session', { key })).body.data.name, /^Ada/)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('button', { name: 'Signed in as Ada' }).waitFor()
  await page.getByRole('button', { name: 'Revoke Ada' }).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  // The session is a real one: it may change things, and stays after a reload.
  await page.reload()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ben')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByTestId('issued-key').waitFor()
  assert.equal(await page.getByText('You are signed in with it.').count(), 0)
})

test('whoever signs in or out in one tab does so in all of them', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const key = 'the-admin-key-of-this-test'
  const service = await startTestService(t, { environment: { API_KEY: key } })
  const { page, context } = await browser.open(service.address)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/knowledge?entry=new')
    await tab.getByLabel('Key', { exact: true }).waitFor()
  }
  const enter = async (tab: typeof page) => {
    await tab.getByLabel('Key', { exact: true }).fill(key)
    await tab.getByRole('button', { name: 'Sign in' }).click()
  }
  await enter(page)
  await other.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const dialog = other.getByRole('dialog', { name: 'Your session has ended; sign in to go on' })
  await dialog.waitFor()
  await enter(page)
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await other.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a thought')
  await other.getByRole('textbox', { name: 'Text' }).fill('It goes on.')
  await other.getByRole('button', { name: 'Save' }).click()
  await other.getByRole('heading', { name: 'Half a thought' }).waitFor()
})
