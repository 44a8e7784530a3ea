/** People take an incident in hand on its page: say so, look with a plugin, write a plan and have it judged. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Database, inTransaction } from '../../src/edges/store/database.ts'
import { appendEvents } from '../../src/edges/store/event-records.ts'
import { show } from '../world/alerts.ts'
import { openBrowser } from '../world/browser.ts'
import { assertAccessible, assertFits, assertInSight } from '../world/console-look.ts'
import { look, proven, SICK, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Script } from '../world/model/script.ts'
import { startPrometheusSimulator } from '../world/prometheus-simulator.ts'
import { openRecords } from '../world/records.ts'

/** Proves its cause and wants nothing done, so that a person takes over. */
const script: Script = (request) => (request.turn === 0 ? look() : submit(proven(request, { remediation: null })))

const SIGHTS = [
  [1440, 900, 'light'],
  [1280, 720, 'dark'],
  [390, 844, 'light'],
] as const

/** What a metrics server and a log server answered while the incident was looked at. */
async function plantPictures(database: Database, incidentId: string): Promise<void> {
  const [row] = (
    await database.query<{ began: number }>(
      'SELECT extract(epoch FROM min(starts_at::timestamptz))::float8 AS began FROM incident_alerts WHERE incident_id = $1',
      [incidentId],
    )
  ).rows
  const began = row?.began ?? 0
  const values = Array.from({ length: 60 }, (_, at) => [began - 1800 + at * 60, at < 30 ? '1' : '40'])
  const said = (seconds: number, line: string) => ({ at: new Date((began + seconds) * 1000).toISOString(), line })
  const lines = [said(-600, 'took order 4711'), said(60, 'took order 4712'), said(61, 'row 17 is held by a gremlin')]
  const seen = (tool: string, query: string, data: object, call: string) => ({
    ...{ incidentId, status: 'escalated' as const, kind: 'tool_call' as const },
    data: { tool, parameters: { query }, result: { success: true, data }, call, by: 'analysis', seconds: 0.1 },
  })
  await plantMap(database, incidentId, began)
  const series = [{ metric: { __name__: 'errors_per_second', service: 'web' }, values }]
  await inTransaction(database, (connection) =>
    appendEvents(connection, [
      seen('metrics.query_range', 'errors_per_second', { series }, 'C900'),
      seen('logs.query', '{pod="web-1"}', { streams: [{ labels: { pod: 'web-1' }, lines }] }, 'C901'),
    ]),
  )
}

/** A later look that saw a neighbour on the same node and its release. */
async function plantMap(database: Database, incidentId: string, began: number): Promise<void> {
  const seen = { isSubject: false, isSuspect: false, findings: [] }
  const seenLater = {
    changes: [
      { at: new Date((began - 120) * 1000).toISOString(), entity: 'batch', text: 'batch was released', evidence: [] },
    ],
    map: {
      entities: [
        { ...seen, name: 'batch', isSuspect: true, findings: ['batch was released'] },
        { ...seen, name: 'n-1' },
        { ...seen, name: 'web', isSubject: true },
      ],
      ties: [
        { from: 'batch', to: 'n-1', tie: 'runs_on' },
        { from: 'web', to: 'n-1', tie: 'runs_on' },
      ],
    },
  }
  await database.query(
    `INSERT INTO diagnoses (incident_id, version, document)
     SELECT incident_id, version + 1, (document::jsonb || $2::jsonb)::text FROM diagnoses
      WHERE incident_id = $1 ORDER BY version DESC LIMIT 1`,
    [incidentId, JSON.stringify(seenLater)],
  )
}

/** What its rule measures, for the half hour before the test begins. */
async function startMetrics(t: TestContext): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const values = Array.from({ length: 35 }, (_, at) => [now - 1800 + at * 60, '40'] as const)
  const metrics = await startPrometheusSimulator({ series: [{ metric: { __name__: 'errors_per_second' }, values }] })
  t.after(() => metrics.close())
  return metrics.url
}

const RULE = 'http://prometheus.example/graph?g0.expr=errors_per_second+%3E+5'

test('a person takes an incident, looks with a plugin, and hands in a plan that then waits for a word', async (t) => {
  const browser = await openBrowser(t)
  if (!browser) return
  const addresses = { METRICS_URL: await startMetrics(t), GRAFANA_PAGE_URL: 'https://graphs.example/' }
  const { service, diagnose, cluster } = await startMindService(t, { script, config: addresses })
  const { id } = await diagnose({ annotations: { summary: 'Orders are not taken any more.', generatorURL: RULE } })
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
    await press('Not now')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await press('Give to…')
    await page.getByRole('textbox', { name: 'Name' }).fill('grace')
    await assertAccessible(page)
    await press('Give it')
    await page.getByText('given to grace', { exact: true }).waitFor()
    const list = await browser.open(service.address, { width: 390, height: 844 })
    await list.page.goto('/incidents')
    await list.page.getByText('given to grace', { exact: true }).waitFor()
    await assertFits(list.page)
    await list.shoot('in-hand-list-phone')
    assert.deepEqual(list.complaints, [])
  })

  await t.test("the alert's own figure is kept point by point, whether or not anybody asked for it", async () => {
    type Call = { tool: string; by: string; parameters: { query?: string }; result: { data: { series?: unknown[] } } }
    const { events } = await show(service, id)
    const calls = events.filter(({ type }) => type === 'tool_call').map(({ data }) => data as Call)
    const own = calls.filter(({ parameters }) => parameters.query === 'errors_per_second')
    assert.deepEqual(
      own.map(({ tool, by, result }) => [tool, by, result.data.series?.length]),
      [['metrics.query_range', 'analysis', 1]],
    )
  })

  await t.test('what a plugin answers is kept under a number that the timeline knows', async () => {
    await press('Look with a plugin…')
    await choose('Plugin', 'describe_pod')
    await field('pod_name').fill('')
    // The pods that were seen are offered, over what stands below the field, for as long as one is in it.
    await page.keyboard.press('Tab')
    await press('Look and keep it')
    await page.getByText('pod_name is needed.').waitFor()
    await choose('Plugin', 'list_pods')
    await field('namespace').fill('shop')
    await press('Look and keep it')
    await page.getByText('Kept as C1001.').waitFor()
    await assertAccessible(page)
    await shoot('look-by-hand')
    await page.keyboard.press('Escape')
    await page.goto(`/incidents/${id}?kinds=calls`)
    await page.getByText('C1001').first().click()
    await page.getByText(/^run by hand by local, \d+(\.\d{1,2})? s$/).waitFor()
  })

  await t.test(
    'figures and log lines that were seen stand on the page, with the onset and what is new marked',
    async () => {
      await plantPictures(openRecords(t, service.databaseUrl), id)
      for (const [width, height, scheme] of SIGHTS) {
        const looking = await browser.open(service.address, { width, height, scheme })
        await looking.page.goto(`/incidents/${id}`)
        const figure = looking.page.getByRole('img', {
          name: /errors per second between .*: .*from 1 to 40.*alert began/,
        })
        await figure.waitFor()
        await looking.page.getByText('What the alert measures (it fires at > 5)').waitFor()
        const zones = async () => (await looking.page.getByRole('main').innerText()).match(/\b(?:CES?T|UTC)\b/g) ?? []
        assert.ok((await zones()).every((zone) => zone !== 'UTC'))
        await looking.page.getByRole('button', { name: /^Times in / }).click()
        await looking.page.getByText('Times are UTC', { exact: true }).first().waitFor()
        assert.ok((await zones()).every((zone) => zone === 'UTC'))
        await looking.page.getByRole('button', { name: /^Times in / }).click()
        const addressOf = (name: string): Promise<string | null> =>
          looking.page.getByRole('link', { name, exact: true }).first().getAttribute('href')
        assert.match((await addressOf('Grafana')) ?? '', /^https:\/\/graphs\.example\/explore\?.*errors_per_second/)
        assert.equal(await addressOf('Rule of the alert'), RULE)
        const marks = looking.page.getByRole('list', { name: 'Marked in the picture' }).first()
        assert.match(await marks.innerText(), /batch was released[\s\S]*alert began/)
        const map = looking.page.getByRole('region', { name: 'Whom it looked at, and what ties them' })
        const inWords = map.getByRole('listitem').filter({ hasText: 'web' })
        // A phone has no room for the drawing; there the words stand open.
        if (width > 400) await map.getByText('The same in words').click()
        assert.match(await inWords.innerText(), /the alert speaks of it; runs on n-1/)
        assert.equal(await map.getByRole('img').isVisible(), width > 400)
        const lines = looking.page.getByRole('region', { name: 'Log lines' }).getByRole('listitem')
        const usual = lines.filter({ hasText: 'took order' })
        const odd = lines.filter({ hasText: 'held by a gremlin' })
        assert.deepEqual([await usual.count(), await odd.count()], [2, 1])
        await looking.page.getByRole('button', { name: 'Only new ones' }).click()
        await usual.first().waitFor({ state: 'detached' })
        assert.deepEqual([await usual.count(), await odd.count()], [0, 1])
        await assertFits(looking.page)
        await assertAccessible(looking.page)
        await looking.shoot(`pictures-${width}`)
        assert.deepEqual(looking.complaints, [])
      }
    },
  )

  await t.test('a plan is tried and handed in, and waits on the page for a word', async () => {
    await page.goto(`/incidents/${id}`)
    const first = page.getByRole('region', { name: 'What a person can do now' })
    await first.getByRole('button', { name: 'Write a plan…' }).click()
    assert.ok(await page.getByRole('button', { name: 'Hand it in' }).isDisabled())
    await page.getByLabel('Why should this be done?').fill('A fresh process lets go of row 17.')
    await choose('Step 1', 'restart_pod')
    await field('namespace').fill('shop')
    await field('pod_name').fill(SICK)
    await page.keyboard.press('Tab')
    await press('Dry run')
    const tried = page.getByRole('status', { name: 'Outcome of the dry run' })
    await tried.getByText('would run now').waitFor()
    await tried.getByText('Way back').waitFor()
    await tried.getByText('Rests on this, which must still hold when it runs').waitFor()
    await assertAccessible(page)
    await shoot('plan-by-hand')
    assert.deepEqual(cluster.changes(), [])
    await press('Hand it in')
    await assertInSight(page, page.getByRole('heading', { name: 'Plan: it runs only if you confirm it' }))
    const { proposal, events } = await show(service, id)
    await page.getByText('A plan waits already: once it is rejected, another one can be written.').waitFor()
    assert.equal(proposal.description, 'Handed in by local: A fresh process lets go of row 17.')
    assert.ok(events.some(({ type }) => type === 'plan_handed_in'))
    assert.deepEqual(cluster.changes(), [])
  })
  assert.deepEqual(person.complaints, [])
})
