/** The console for whoever hears it or sees little of it: nothing that axe knows is wrong on any page or in any dialog. */
import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { chinese } from '../../console/src/language/chinese/all.ts'
import { type Database, inTransaction } from '../../src/edges/store/database.ts'
import { appendEvents } from '../../src/edges/store/event-records.ts'
import { openBrowser, type TestBrowser } from '../world/browser.ts'
import { axeOn, goTo } from '../world/console-look.ts'
import { inLength } from '../world/long-form.ts'
import type { TestService } from '../world/service.ts'
import { openWaitingWorld, type Waiting } from '../world/waiting-plan.ts'

type Words = keyof typeof chinese
type Say = (words: Words, values?: Readonly<Record<string, string>>) => string
type Opening = (page: Page, say: Say) => Promise<void>
type Place = {
  path: string
  heading: Words | RegExp
  tab?: Words
  /** What is done on the page before it is looked at. */
  first?: Opening
  dialogs?: readonly Opening[]
}
type Scheme = 'light' | 'dark'
type Sight = { locale: 'en-GB' | 'zh-CN'; schemes: readonly Scheme[]; rules?: readonly string[] }

const KEY = 'the-admin-key-of-this-test'
const SERVICE = 'ledger'
const LOOKER = 'who looks'
const DIALOG = '[role=dialog]'

/** What may differ between schemes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What may differ between languages; the structure is the same in both. */
const OF_WORDS = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'html-has-lang',
  'html-lang-valid',
  'label',
  'label-content-name-mismatch',
  'landmark-unique',
  'link-name',
  'summary-name',
]

/** The first scheme is looked at by all rules of the sight, a second one for its colours. */
const SIGHTS = inLength<readonly Sight[]>(
  [{ locale: 'en-GB', schemes: ['light'] }],
  [
    { locale: 'en-GB', schemes: ['light', 'dark'] },
    { locale: 'zh-CN', schemes: ['dark', 'light'], rules: [...OF_WORDS, ...OF_COLOURS] },
  ],
)

let browser: TestBrowser | undefined
let service: TestService
let places: readonly Place[]
/** One for each sight: it is decided there, while its dialog is open. */
const contested: Waiting[] = []

before(async (t) => {
  browser = await openBrowser(t as TestContext)
  if (!browser) return
  const contestedNames = SIGHTS.map((_, at) => `cart-${at}`)
  const world = await openWaitingWorld(t as TestContext, ['checkout', 'search', ...contestedNames])
  service = await world.startInstance({ API_KEY: KEY })
  // One label in common, so that one silence can be made for both.
  const plant = (name: string) => world.plant(name, { alert: { metadata: { site: 'north' } } })
  const escalated = await plant('search')
  places = placesOf(await fill(await plant('checkout'), escalated))
  await plantTalks(world.database, escalated.id)
  for (const name of contestedNames) contested.push(await plant(name))
})

for (const [number, sight] of SIGHTS.entries())
  test(`axe finds nothing on any page or in its dialogs: ${sight.locale}, ${sight.schemes.join(' and ')}`, async () => {
    if (!browser) return
    const { locale, schemes, rules } = sight
    const [first = 'light', ...others] = schemes
    const { page, context, complaints } = await browser.open(service.address, { locale, scheme: first })
    const say = speaking(sight)
    const found: string[] = []
    const look = async (where: string, within = 'html') => {
      // Of what stands behind a dialog, something may be on its way for good: whoever is signed out is told nothing.
      await page.locator(`${within} .mantine-Skeleton-root`).first().waitFor({ state: 'detached' })
      const note = (flaws: string[], scheme: Scheme) =>
        found.push(...flaws.map((flaw) => `${where}, ${scheme}: ${flaw}`))
      note(await flawsOf(page, { within, rules }), first)
      for (const scheme of others) {
        await wear(page, scheme)
        note(await flawsOf(page, { within, rules: OF_COLOURS }), scheme)
        await wear(page, first)
      }
    }
    const lookInto = async (where: string) => {
      // It gets its name a moment after it is drawn.
      await page.getByRole('dialog', { name: /\S/ }).last().waitFor()
      await look(where, DIALOG)
    }
    await page.goto('/')
    await page.getByRole('button', { name: say('Sign in') }).waitFor()
    await look('signing in')
    await signIn(page, say)
    for (const { path, heading, tab, first: doFirst, dialogs = [] } of [...places, disputed(contested[number])]) {
      await goTo(page, path)
      const name = typeof heading === 'string' ? say(heading) : heading
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      if (tab) await page.getByRole('tab', { name: say(tab), selected: true }).waitFor()
      await doFirst?.(page, say)
      await look(path)
      for (const [at, open] of dialogs.entries()) {
        await open(page, say)
        await lookInto(`${path}, dialog ${at + 1}`)
        await closeAll(page, say)
      }
    }
    await context.clearCookies()
    await goTo(page, '/runs')
    await lookInto('signing in again')
    assert.deepEqual(found, [])
    assert.deepEqual(unexpected(complaints), [])
  })

type Asked = { rules: readonly string[] | undefined; within: string }

/** What axe has against the page or a part of it, by these rules or by all, however light. */
async function flawsOf(page: Page, { rules, within }: Asked): Promise<string[]> {
  const axe = (await axeOn(page)).include(within)
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

/** As a browser whose owner turns the lights on or off. */
async function wear(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
}

/** One press closes one thing, and a dialog may lie over a sheet; one that holds something typed asks first. */
async function closeAll(page: Page, say: Say): Promise<void> {
  const dialogs = page.locator(DIALOG)
  const choices = page.getByRole('listbox')
  if (await choices.isVisible()) {
    await page.keyboard.press('Escape')
    await choices.waitFor({ state: 'hidden' })
  }
  for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
    await page.keyboard.press('Escape')
    await page.waitForFunction(isNotCount(open))
    if ((await dialogs.count()) < open) continue
    await page.getByRole('button', { name: say('Leave'), exact: true }).click()
    await page.waitForFunction(isNotCount(open + 1))
  }
}

/** Asked in the page, as soon as it draws. */
function isNotCount(open: number): string {
  return `document.querySelectorAll('${DIALOG}').length !== ${open}`
}

function speaking({ locale }: Pick<Sight, 'locale'>): Say {
  const catalogue: Readonly<Record<string, string>> = locale === 'zh-CN' ? chinese : {}
  return (words, values = {}) =>
    (catalogue[words] ?? words.split('|')[0] ?? words).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
}

async function signIn(page: Page, say: Say): Promise<void> {
  await page.getByLabel(say('Key'), { exact: true }).fill(KEY)
  await page.getByRole('button', { name: say('Sign in') }).click()
  await page.getByRole('heading', { level: 1, name: say('Now'), exact: true }).waitFor()
}

/** Whoever has not signed in is refused, and the browser says so. */
function unexpected(complaints: readonly string[]): string[] {
  return complaints.filter((words) => !words.includes('401'))
}

type Made = Record<'incident' | 'escalated' | 'silence' | 'run' | 'entry', string>

/** Something of everything that can be shown. */
async function fill({ id: incident }: Waiting, { id: escalated, digest }: Waiting): Promise<Made> {
  const say = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${KEY}` }
    const answer = await service.ask(method, path, { headers, ...(body && { body }) })
    assert.ok(answer.status < 300, `${path} ${answer.text}`)
    return answer.body.data
  }
  const services = [{ name: SERVICE, namespace: 'bank', dependencies: ['vault'] }]
  await say('PUT', '/api/environment-context', { services })
  const content = '# Ask\n\nthe bank first.\n\n| who |\n|---|\n| bank |'
  const { id: entry } = await say('POST', '/api/knowledge', { title: 'Ledger restarts', content, tags: ['bank'] })
  const matchers = [{ name: 'alertname', value: 'DiskSlow' }]
  const ends_at = '2999-01-01T00:00:00Z'
  const { id: silence } = await say('POST', '/api/silences', { matchers, ends_at, comment: 'new disks' })
  await say('POST', '/api/keys', { name: LOOKER, role: 'viewer' })
  await say('POST', `/api/incidents/${escalated}/decision`, { decision: 'reject', digest })
  const { items } = await say('GET', '/api/runs')
  return { incident, escalated, entry, silence, run: items[0].id }
}

/** Words with a model about the diagnosis and about a question: turns of the same numbers. */
async function plantTalks(database: Database, incidentId: string): Promise<void> {
  const event = { incidentId, status: 'escalated' as const }
  const spent = { input_tokens: 9, cached_input_tokens: 0, output_tokens: 3 }
  const turn = {
    ...event,
    kind: 'model_turn' as const,
    data: {
      ...{ turn: 1, provider: 'provider_a', model: 'dear', asked: 'What is it?\n'.repeat(40), answered: 'I look.' },
      ...{ calls: ['list_pods {"namespace":"shop"}', 'answer_question {"findings":[{"te'], failure: '', ...spent },
    },
  }
  const question = { question: 1, by: 'ada', via: 'api', text: 'why not the cache?' }
  await inTransaction(database, (connection) =>
    appendEvents(connection, [
      { ...event, kind: 'diagnosis_started', data: {} },
      turn,
      { ...event, kind: 'question_asked', data: question },
      turn,
    ]),
  )
}

/** Somebody else decides while a person looks at the plan for the last time. */
function disputed(waiting: Waiting | undefined): Place {
  assert.ok(waiting)
  const { id, digest } = waiting
  const decide: Opening = async (page, say) => {
    await button('Confirm…')(page, say)
    await page.getByRole('dialog').waitFor()
    const asked = { headers: { authorization: `Bearer ${KEY}` }, body: { decision: 'reject', digest } }
    assert.equal((await service.ask('POST', `/api/incidents/${id}/decision`, asked)).status, 200)
    await page.getByRole('dialog').getByRole('alert').waitFor()
  }
  return { path: `/incidents/${id}`, heading: /cart-\d is slow/, dialogs: [decide] }
}

function trial(name: string): Opening {
  return async (page, say) => {
    await page.getByRole('button', { name: say('Test {key}', { key: name }), exact: true }).click()
    await page.getByRole('status').getByText(say('Nothing was tried')).waitFor()
  }
}

/** Each page, and what opens the dialogs it has. */
function placesOf({ incident, escalated, silence, run, entry }: Made): Place[] {
  const deciding = [
    ...(['Confirm…', 'Reject…', 'Look again…', 'Ignore…', 'Give to…'] as const),
    ...(['Mark as resolved…', 'Look with a plugin…', 'Add a note…'] as const),
  ]
  return [
    { path: '/', heading: 'Now', dialogs: [key('Control+k'), key('?')] },
    {
      path: '/incidents',
      heading: 'Incidents',
      first: button('More'),
      dialogs: [...MANY_AT_ONCE.map(withAll), button('Views')],
    },
    {
      path: `/incidents/${incident}`,
      heading: /checkout is slow/,
      dialogs: [...deciding.map((words) => button(words)), (page) => page.locator('[data-entry]').first().click()],
    },
    { path: `/incidents/${escalated}`, heading: /search is slow/, dialogs: [button('Write a plan…'), choosing] },
    { path: `/incidents/${escalated}?part=model`, heading: /search is slow/, tab: 'Conversation with the model' },
    { path: `/incidents/${incident}/report`, heading: new RegExp(incident) },
    {
      path: '/silences',
      heading: 'Silences',
      dialogs: [previewing, leavingHalfMade, address(`/silences?silence=${silence}`), changing(silence)],
    },
    { path: '/runs', heading: 'Runs', dialogs: [address(`/runs?run=${run}`)] },
    { path: '/knowledge', heading: 'Knowledge' },
    { path: '/knowledge?entry=new', heading: 'Write an entry' },
    { path: `/knowledge?entry=${entry}&edit=yes`, heading: 'Edit the entry' },
    { path: `/knowledge?entry=${entry}`, heading: /Ledger restarts/, dialogs: [button('History')] },
    { path: '/environment', heading: 'Environment', dialogs: ENVIRONMENT_DIALOGS },
    { path: '/plugins', heading: 'Plugins', dialogs: [address('/plugins?plugin=get_pod_logs')] },
    { path: '/settings?setting=HOURLY_QUOTA', heading: 'Settings', first: trial('LOGS_URL') },
    {
      path: '/settings?part=keys',
      heading: 'Settings',
      tab: 'Keys',
      dialogs: [button('New key'), button('Revoke {name}', LOOKER)],
    },
    { path: '/settings?part=audit', heading: 'Settings', tab: 'Audit trail' },
    { path: '/help/incidents', heading: 'Incidents' },
    { path: '/no/such/page', heading: 'There is no such page' },
  ]
}

const MANY_AT_ONCE = ['Resolve…', 'Ignore…', 'Silence…', 'Gather…', 'I have them…'] as const

function button(words: Words, name = ''): Opening {
  return (page, say) =>
    page
      .getByRole('button', { name: say(words, { name, title: name }), exact: true })
      .first()
      .click()
}

function address(path: string): Opening {
  return (page) => goTo(page, path)
}

function key(name: string): Opening {
  return (page) => page.keyboard.press(name)
}

function withAll(words: Words): Opening {
  return async (page, say) => {
    await page.getByRole('checkbox', { name: say('Choose all on this page') }).check()
    await button(words)(page, say)
  }
}

/** A silence that is not made yet, and what it would hide. */
const previewing: Opening = async (page, say) => {
  await button('New silence…')(page, say)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('Value')).fill('checkout')
  await dialog.getByRole('button', { name: say('What would match?') }).click()
  await dialog.getByRole('status').waitFor()
}

/** A plan, and the plugins it can be made of. */
const choosing: Opening = async (page, say) => {
  await button('Write a plan…')(page, say)
  await page.getByPlaceholder(say('Choose a plugin')).first().click()
  await page.getByRole('listbox').waitFor()
}

/** Something is typed, and Escape asks before it is lost. */
const leavingHalfMade: Opening = async (page, say) => {
  await previewing(page, say)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: say('Leave without saving?') }).waitFor()
}

function changing(silence: string): Opening {
  return async (page, say) => {
    await goTo(page, `/silences?silence=${silence}`)
    await button('Change…')(page, say)
    await page.getByRole('dialog', { name: say('Change the silence') }).waitFor()
  }
}

const ENVIRONMENT_DIALOGS: readonly Opening[] = [
  button('History'),
  button('Edit {title}', SERVICE),
  (page) => page.locator('input[type=file]').setInputFiles(EMPTY_FILE),
  leaveUnsaved,
  button('What changes'),
]

const EMPTY_FILE = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from('{}') }

/** Something is changed, and another page chosen before it is saved. */
async function leaveUnsaved(page: Page, say: Say): Promise<void> {
  await button('Remove {title}', SERVICE)(page, say)
  await page.getByRole('link', { name: say('Runs'), exact: true }).click()
}
