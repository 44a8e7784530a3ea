import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, type Person } from '../world/browser.ts'
import { eventually } from '../world/eventually.ts'
import { PAGE_ATTACKS } from '../world/page-attacks.ts'
import { startTestService, type TestService } from '../world/service.ts'

const ALL = PAGE_ATTACKS.join('\n')
const HOSTILE = /window\.attacked/

test('a hundred hostile texts in every field are shown on every page and do nothing', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  assert.ok(PAGE_ATTACKS.length >= 100)
  const service = await startTestService(t)
  const { incident, entry } = await plant(service)
  const person = await browser.open(service.address)
  const attacks = await watch(person)
  // What comes last on each page: the headings are there before anything that could attack.
  const places: Record<string, RegExp> = {
    '/': HOSTILE,
    '/incidents': HOSTILE,
    [`/incidents/${incident}`]: HOSTILE,
    '/knowledge': HOSTILE,
    [`/knowledge?entry=${entry}`]: HOSTILE,
    '/environment': HOSTILE,
    '/plugins': /All \d+/,
    '/settings?part=audit': /Environment saved/,
  }
  for (const [place, expected] of Object.entries(places)) {
    await person.page.goto(place)
    await person.page.getByText(expected).first().waitFor()
    assert.deepEqual(attacks(), [], place)
  }
  assert.deepEqual(person.complaints, [])
})

/** An alert, a note, an entry and an environment that are made of nothing else. */
async function plant(service: TestService): Promise<{ incident: string; entry: string }> {
  const labels = Object.fromEntries(PAGE_ATTACKS.slice(0, 20).map((attack, at) => [`label_${at}`, attack]))
  const alert = { message: ALL, sender_id: PAGE_ATTACKS[0], metadata: { title: PAGE_ATTACKS[1], ...labels } }
  const incident = (await service.ask('POST', '/api/alert', { body: alert })).body.data.incident_id
  await eventually('it has been looked at', async () => {
    const { status } = (await service.get(`/api/incidents/${incident}`)).body.data
    return status !== 'pending' && status !== 'diagnosing'
  })
  for (const text of PAGE_ATTACKS) await service.ask('POST', `/api/incidents/${incident}/notes`, { body: { text } })
  const entryBody = { title: PAGE_ATTACKS[72], content: PAGE_ATTACKS.join('\n\n'), tags: PAGE_ATTACKS.slice(0, 60) }
  const entry = await service.ask('POST', '/api/knowledge', { body: { ...entryBody, category: PAGE_ATTACKS[80] } })
  const names = PAGE_ATTACKS.slice(0, 10)
  const services = names.map((name) => ({ name, namespace: name, description: ALL, dependencies: names, team: name }))
  const issue = { issue: PAGE_ATTACKS[3], description: ALL, standard_procedure: [...PAGE_ATTACKS] }
  const context = { services, infrastructure: { cluster: ALL, region: ALL }, common_issues: [issue] }
  const stored = await service.ask('PUT', '/api/environment-context', { body: context })
  assert.deepEqual([entry.status, stored.status], [201, 200])
  return { incident, entry: entry.body.data.id }
}

/** What was called, what asked with a dialog, and where the page tried to go. */
async function watch({ page, context }: Person): Promise<() => readonly string[]> {
  const seen: string[] = []
  await context.exposeFunction('attacked', () => void seen.push('a script ran'))
  page.on('dialog', (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/evil\.example/.test(request.url())) seen.push(`asked for ${request.url()}`)
  })
  return () => seen
}
