/** What /metrics tells of the life of incidents: from the store, and so the same on every instance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { eventually } from '../world/eventually.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { storeBehindProxy } from '../world/store-behind-proxy.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

type Figures = ReadonlyMap<string, number>

async function figuresOf({ get }: TestService): Promise<Figures> {
  const lines = (await get('/metrics')).text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

const figuresWhere = (what: string, service: TestService, is: (figures: Figures) => boolean) =>
  eventually(
    `/metrics says ${what}`,
    async () => {
      const figures = await figuresOf(service)
      return is(figures) && figures
    },
    90,
  )

const TIME = 'firebreak_incident_time_to'

test('the way of an incident is counted once, by every instance alike', async (t) => {
  const world = await openWaitingWorld(t, ['web', 'api'])
  const [first, second] = [await world.plant('web'), await world.plant('api')]
  await runSql(world.databaseUrl, `UPDATE clock_shift SET shift = interval '40 seconds'`)
  const quota = { HOURLY_QUOTA: '5' }
  const [one, other] = [await world.startInstance(quota), await world.startInstance(quota)]
  const decide = ({ id, digest }: typeof first) =>
    one.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'confirm', digest } })
  await figuresWhere(
    'two that wait',
    one,
    (figures) => figures.get('firebreak_incidents{status="awaiting_approval"}') === 2,
  )

  await decide(first)
  const resolved = await figuresWhere('resolved', one, (figures) => {
    const isCounted = figures.get('firebreak_incidents{status="resolved"}') === 1
    return isCounted && figures.get(`${TIME}_resolution_seconds_count`) === 1
  })
  assert.equal(resolved.get(`${TIME}_diagnosis_seconds_count`), 2)
  assert.equal(resolved.get(`${TIME}_decision_seconds_count`), 1)
  // Forty seconds went by between the question and the answer, on the one clock.
  assert.equal(resolved.get(`${TIME}_decision_seconds_bucket{le="30"}`), 0)
  assert.equal(resolved.get(`${TIME}_decision_seconds_bucket{le="+Inf"}`), 1)
  assert.ok((resolved.get(`${TIME}_decision_seconds_sum`) ?? 0) >= 40)
  assert.equal(resolved.get('firebreak_quota_left'), 4)
  assert.equal(resolved.get('firebreak_plugin_calls_total{plugin="scale_deployment",result="success"}'), 1)
  assert.equal(resolved.get('firebreak_plugin_calls_total{plugin="scale_deployment",result="failure"}'), 0)
  assert.ok((resolved.get('firebreak_plugin_seconds_total{plugin="scale_deployment"}') ?? 0) > 0)
  assert.equal(resolved.get('firebreak_queue_depth'), 0)

  await one.ask('PUT', '/api/config', { body: { REMEDIATION_ENABLED: false } })
  await decide(second)
  await figuresWhere('escalated', one, (figures) => figures.get('firebreak_incidents{status="escalated"}') === 1)
  const refused = 'firebreak_policy_refusals_total{reason="remediation_disabled"}'
  const refusals = await Promise.all([one, other].map(async (service) => (await figuresOf(service)).get(refused) ?? 0))
  assert.deepEqual(refusals.sort(), [0, 1])
  const ofStore = (figures: Figures) =>
    [...figures].filter(([name]) => /^firebreak_(incident|plugin|quota|queue|outbox|runs|monitor)/.test(name))
  await eventually('both instances say the same', async () => {
    const [ours, theirs] = [await figuresOf(one), await figuresOf(other)]
    return ours.get(`${TIME}_decision_seconds_count`) === 2 && isDeepStrictEqual(ofStore(ours), ofStore(theirs))
  })
})

test('a run that a lost instance left behind counts as a recovery where it is carried on, one that was new does not', async (t) => {
  const world = await openWaitingWorld(t, ['web'])
  const { id, digest } = await world.plant('web')
  const service = await world.startInstance()
  const recoveries = 'firebreak_workflow_recoveries_total{kind="execute"}'
  await runSql(
    world.databaseUrl,
    `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.instance_id := 'long-gone'; RETURN NEW; END $$`,
  )
  await runSql(world.databaseUrl, 'CREATE TRIGGER lost BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION lose()')
  await service.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'confirm', digest } })
  const figures = await figuresWhere('a recovery', service, (found) => found.get(recoveries) !== undefined)
  assert.equal(figures.get(recoveries), 1)
})

test('while the store hangs /metrics answers without what only the store knows', async (t) => {
  const { proxy, DATABASE_URL } = await storeBehindProxy(t)
  const service = await startTestService(t, { environment: { DATABASE_URL } })
  await figuresWhere('the queue', service, (found) => found.get('firebreak_queue_depth') === 0)
  proxy.freeze()
  const figures = await figuresWhere('nothing of the store', service, (found) => !found.has('firebreak_queue_depth'))
  assert.ok((figures.get('process_cpu_seconds_total') ?? 0) > 0)
  assert.ok(![...figures.keys()].some((name) => name.startsWith('firebreak_incident')))
})
