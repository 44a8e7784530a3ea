/** The knowledge page in a real browser: written, found, edited by two at once, deleted and brought back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible } from '../world/console-look.ts'
import { startTestService, type TestService } from '../world/service.ts'

const PATH = '/api/knowledge'
const PHONE = { width: 390, height: 844 }
const RUNBOOK = `# When orders wait for locks

1. See **who blocks**: \`SELECT * FROM pg_stat_activity\`
2. Ask the owner ([directory](https://people.example/orders))

| sign | means |
|---|---|
| many waiting | one blocks |

- [x] learnt in spring
`

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function write({ ask }: TestService, entry: object): Promise<string> {
  const answer = await ask('POST', PATH, { body: { content: 'Nothing yet.', ...entry } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}

test('an entry is written with its preview beside it, found by a search, and its address can be shared', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const { page, complaints, shoot } = await browser.open(service.address)
  await page.goto('/knowledge')
  await heading(page, 'Nothing is written down yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Write an entry' }).click()
  await button(page, 'Save').click()
  await page.getByText('A title is needed.').waitFor()
  await field(page, 'Title').fill('Orders wait for locks')
  await page.getByLabel('Category').first().fill('database')
  await page.getByLabel('Tags').first().pressSequentially('postgresql,locks,')
  await field(page, 'Text').fill(RUNBOOK)
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'When orders wait for locks' }).waitFor()
  assert.equal(await preview.getByRole('link', { name: 'directory' }).getAttribute('rel'), 'noopener noreferrer')
  await assertAccessible(page)
  await shoot('knowledge-editor')

  await page.getByRole('link', { name: 'Plugins' }).click()
  await page.getByText('Leave without saving?').waitFor()
  await button(page, 'Stay').click()
  await button(page, 'Save').click()
  await heading(page, 'Orders wait for locks').waitFor()
  await page.getByRole('cell', { name: 'one blocks' }).waitFor()
  await assertAccessible(page)
  await shoot('knowledge-entry')

  await write(service, { title: 'Certificates', category: 'network', tags: ['tls'] })
  await page.getByRole('link', { name: 'All entries' }).click()
  await page.getByRole('link', { name: 'Certificates' }).waitFor()
  const written = page.getByText('Written ')
  assert.deepEqual([await written.count(), await written.filter({ hasText: 'changed' }).count()], [2, 0])
  await shoot('knowledge-list')
  await page.getByLabel('Search').fill('locks')
  await page.getByRole('link', { name: 'Certificates' }).waitFor({ state: 'detached' })
  await page.waitForURL(/search=locks/)
  await page.getByRole('listitem').filter({ hasText: 'Orders wait for locks' }).waitFor()
  await assertAccessible(page)
  await shoot('knowledge-found')
  await page.goto('/knowledge?category=network')
  await page.getByRole('link', { name: 'Certificates' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Orders wait for locks' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('what the service refuses is said at the field', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const { page, complaints } = await browser.open(service.address)
  await page.goto('/knowledge?entry=new')
  await field(page, 'Title').fill('x'.repeat(501))
  await field(page, 'Text').fill('Something.')
  await button(page, 'Save').click()
  await page.getByText(/title must not be longer than 500 characters/).waitFor()
  assert.equal(await field(page, 'Title').getAttribute('aria-invalid'), 'true')
  assert.deepEqual(
    complaints.filter((complaint) => !/status of 400/.test(complaint)),
    [],
  )
})

test('of two who edit one entry the second is told, sees both, and decides', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const id = await write(service, { title: 'Failover', content: 'Call the owner.' })
  const { page, complaints, shoot } = await browser.open(service.address, { scheme: 'dark' })
  await page.goto(`/knowledge?entry=${id}&edit=yes`)
  await field(page, 'Text').fill('Press the button.')
  await service.ask('PUT', `${PATH}/${id}`, { body: { content: 'Call the deputy.' } })
  await button(page, 'Save').click()
  await page.getByRole('region', { name: 'Theirs, as it is now' }).getByText('Call the deputy.').waitFor()
  await page.getByRole('region', { name: 'Yours, not saved' }).getByText('Press the button.').waitFor()
  await assertAccessible(page)
  await shoot('knowledge-conflict')
  assert.equal((await service.get(`${PATH}/${id}`)).body.data.content, 'Call the deputy.')
  await button(page, 'Save mine over it').click()
  await heading(page, 'Failover').waitFor()
  await page.getByText('Press the button.').waitFor()

  await button(page, 'History').click()
  await page.getByRole('button', { name: /^2\. Changed by/ }).click()
  await page
    .getByRole('region', { name: /^2\. Changed by/ })
    .getByText('Call the deputy.')
    .waitFor()
  await assertAccessible(page)
  await shoot('knowledge-history')
  await button(page, 'Restore revision 2').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Call the deputy.').waitFor()
  assert.equal((await service.get(`${PATH}/${id}`)).body.data.content, 'Call the deputy.')
  assert.deepEqual(
    complaints.filter((complaint) => !/status of 409/.test(complaint)),
    [],
  )
})

test('what is deleted on a phone can be undone, at once or from its history, with the same address and words', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const id = await write(service, { title: 'Caches', content: RUNBOOK, category: 'cache', tags: ['redis'] })
  const { page, complaints, shoot } = await browser.open(service.address, { scheme: 'dark', ...PHONE })
  await page.goto(`/knowledge?entry=${id}&edit=yes`)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.getByRole('region', { name: 'Preview' }).getByText('who blocks').waitFor()
  assert.equal(await isWider(page), false)
  await shoot('knowledge-editor-phone')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await assertAccessible(page)
  await shoot('knowledge-entry-phone')
  await button(page, 'Delete').click()
  await page.getByText('“Caches” is deleted.').waitFor()
  await heading(page, 'Nothing is written down yet').waitFor()
  assert.equal((await service.get(`${PATH}/${id}`)).status, 404)
  // The offer goes after a while, but not under the hand of who reads it.
  await button(page, 'Undo').hover()
  await assertAccessible(page)
  await shoot('knowledge-undo-phone')
  await button(page, 'Undo').click()
  await heading(page, 'Caches').waitFor()
  assert.equal(await isWider(page), false)

  await button(page, 'Delete').click()
  await heading(page, 'Nothing is written down yet').waitFor()
  await page.goto(`/knowledge/${id}`)
  await page.waitForURL(`**/knowledge?entry=${id}`)
  await page.getByText('There is no such entry.').waitFor()
  await button(page, 'History').click()
  await page.getByRole('button', { name: /^4\. Deleted by/ }).click()
  await button(page, 'Restore revision 4').click()
  await heading(page, 'Caches').waitFor()
  const { content, tags } = (await service.get(`${PATH}/${id}`)).body.data
  assert.deepEqual([content, tags], [RUNBOOK, ['redis']])
  assert.deepEqual(
    complaints.filter((complaint) => !/status of 404/.test(complaint)),
    [],
  )
})

const isWider = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

test('a viewer reads and searches, and is offered nothing that would be refused', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const key = 'an-admin-key-of-the-tests'
  const service = await startTestService(t, { environment: { API_KEY: key } })
  const written = await service.ask('POST', PATH, { key, body: { title: 'Readable', content: 'Words.' } })
  const viewer = await service.ask('POST', '/api/keys', { key, body: { name: 'reader', role: 'viewer' } })
  const { page } = await browser.open(service.address)
  await page.goto('/knowledge')
  await page.getByLabel('Key').fill(viewer.body.data.key)
  await button(page, 'Sign in').click()
  await page.getByRole('link', { name: 'Readable' }).click()
  await page.getByText('Words.').waitFor()
  const offered = page
    .getByRole('button', { name: /Delete|Edit|Save/ })
    .or(page.getByRole('link', { name: /Edit|Write/ }))
  assert.equal(await offered.count(), 0)
  await page.goto(`/knowledge?entry=${written.body.data.id}&edit=yes`)
  await page.getByText('Words.').waitFor()
  assert.equal(await offered.count(), 0)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByText('next, previous').waitFor()
  assert.doesNotMatch(await keys.innerText(), /confirm|reject|resolve|choose the row|Settings/)
})

/** Each would call `hurt` if the page took it for anything but text. */
const HOSTILE = [
  '<script>hurt()</script>',
  '<img src=x onerror=hurt()>',
  '<svg onload=hurt()>',
  '<svg><script>hurt()</script></svg>',
  '<iframe src="javascript:parent.hurt()"></iframe>',
  '<a href="javascript:hurt()">press</a>',
  '<details open ontoggle=hurt()>',
  '<body onload=hurt()>',
  '<style>@import "javascript:hurt()"</style>',
  '<div style="background:url(javascript:hurt())">',
  '"><script>hurt()</script>',
  "'-hurt()-'",
  '{{constructor.constructor("hurt()")()}}',
  '[press](javascript:hurt())',
  '[press](JaVaScRiPt:hurt())',
  '[press](data:text/html;base64,PHNjcmlwdD5odXJ0KCk8L3NjcmlwdD4=)',
  '[press](vbscript:hurt())',
  '![seen](javascript:hurt())',
  '![seen](https://outside.example/pixel.png"onerror="hurt())',
  '<javascript:hurt()>',
]

test('hostile words are shown as words, wherever they stand', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const id = await write(service, {
    title: HOSTILE.join(' ').slice(0, 500),
    category: HOSTILE[1],
    tags: HOSTILE.map((text) => text.slice(0, 200)),
    content: HOSTILE.join('\n\n'),
  })
  await service.ask('PUT', '/api/environment-context', {
    body: {
      services: HOSTILE.map((text) => ({ name: text, namespace: text, dependencies: [`to ${text}`], [text]: text })),
      alert_definitions: Object.fromEntries(HOSTILE.map((text) => [text, text])),
    },
  })
  const { page, context, complaints } = await browser.open(service.address)
  await context.addInitScript('window.hurts = 0; window.hurt = () => { window.hurts += 1 }')
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(service.address)) outside.push(request.url())
  })
  const addresses = [
    '/knowledge',
    `/knowledge?search=${encodeURIComponent('<script>hurt()</script>')}`,
    `/knowledge?entry=${id}`,
    `/knowledge?entry=${id}&edit=yes`,
    '/environment',
    '/environment?part=alerts',
  ]
  for (const address of addresses) {
    await page.goto(address)
    await page.getByText('<svg onload=hurt()>').first().waitFor()
    for (const link of await page.getByText('press', { exact: true }).all()) await link.click({ force: true })
    assert.equal(await page.evaluate('window.hurts'), 0, address)
    const unsafe = 'a[href^="java" i], a[href^="data:"], a[href^="vb" i], main script, main iframe, main img'
    assert.equal(await page.locator(unsafe).count(), 0, address)
  }
  assert.deepEqual([outside, complaints], [[], []])
})

test('who asked for less motion waits for a page on which nothing moves', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const service = await startTestService(t)
  const { page } = await browser.open(service.address)
  await page.route(`**${PATH}*`, () => 'It is never answered.')
  await page.goto('/knowledge')
  await page.locator('.mantine-Skeleton-root').first().waitFor()
  assert.equal(await page.evaluate('document.getAnimations().length'), 0)
})
