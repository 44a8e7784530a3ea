/** An alert that comes and goes, on two instances of one store. Time passes on the store's clock; every test has an alert of its own. */
import assert from 'node:assert/strict'
import type { Database } from '../../src/edges/store/database.ts'
import { cleared, firing, groupOf, idOf, kinds, post, type Shown, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { letPass } from '../world/records.ts'
import type { TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'
import { openTwoInstances } from '../world/two-instances.ts'

let one: TestService
let other: TestService
let database: Database

const test = sharing(async (t) => {
  ;({ one, other, database } = await openTwoInstances(t))
})

const seen = async (id: string) => show(one, id)

function flappings({ events }: Shown) {
  return events.filter(({ type }) => type === 'alert_flapping').map(({ data }) => data)
}

/** Comes and goes once on one instance and then on the other; answers the incident of the return. */
async function comesBack(name: string): Promise<{ first: string; second: string }> {
  const first = await idOf(one, firing(name))
  await post(other, cleared(name))
  assert.equal((await seen(first)).status, 'resolved', 'an alert that was here once is over when it clears')
  await letPass(database, '3 minutes')
  const second = await idOf(other, firing(name))
  assert.notEqual(second, first, 'a closed incident is never opened again')
  await letPass(database, '3 minutes')
  await post(one, cleared(name))
  return { first, second }
}

test('an alert that comes and goes is one incident from its return on, and says in which rhythm', async () => {
  const { first, second } = await comesBack('Restless')
  const held = await seen(second)
  assert.equal(held.status, 'pending')
  assert.deepEqual([held.flapping.times, typeof held.flapping.calm_since], [2, 'string'])
  const [told] = flappings(held)
  assert.deepEqual([told?.before, told?.hold_seconds], [first, 600])
  for (let times = 3; times <= 7; times += 1) {
    await letPass(database, '4 minutes')
    assert.equal(await idOf(times % 2 ? one : other, firing('Restless')), second)
    assert.equal((await seen(second)).flapping.calm_since, null)
    await letPass(database, '2 minutes')
    await post(times % 2 ? other : one, cleared('Restless'))
  }
  const shown = await seen(second)
  assert.deepEqual([shown.status, shown.flapping.times, shown.repeat_count], ['pending', 7, 5])
  // 3 + 3 + 5 × (4 + 2) minutes, and what the test itself took.
  assert.match(shown.flapping.sentence, /^came and went 7 times in \d+ minutes, on average every \d+ minutes$/)
  assert.equal(flappings(shown).at(-1)?.times, 7)
  const { items } = (await other.get('/api/incidents?search=Restless&open=true')).body.data
  assert.deepEqual(
    items.map(({ id, flapping }: Shown) => [id, flapping.times]),
    [[second, 7]],
  )
})

test('when it has stayed away for the hold-down its incident is resolved, and what comes then is news', async () => {
  const { second } = await comesBack('Settles')
  assert.equal((await seen(second)).status, 'pending')
  await letPass(database, '601 seconds')
  const over = await eventually('it is resolved', async () => {
    const shown = await seen(second)
    return shown.status === 'resolved' && shown
  })
  assert.deepEqual([over.resolution, over.flapping.calm_since], ['alert_cleared', null])
  assert.match(String(over.events.at(-1)?.data.comment), /^It came and went, and has been calm for \d+ minutes\.$/)
  const third = await idOf(one, firing('Settles'))
  await post(other, cleared('Settles'))
  const later = await seen(third)
  assert.deepEqual([third === second, later.status, later.flapping], [false, 'resolved', undefined])
})

test('what comes back worse is not swallowed: the incident is as bad from then on', async () => {
  const { second } = await comesBack('Worsens')
  const labels = { severity: 'critical' }
  assert.equal(await idOf(other, groupOf([{ fingerprint: 'Worsens', labels }])), second)
  const shown = await seen(second)
  assert.deepEqual([shown.severity, kinds(shown).includes('severity_raised')], ['critical', true])
  await post(one, cleared('Worsens'))
  assert.equal((await seen(second)).severity, 'critical')
})

test('the timeline is told once a minute, however often it goes; the count misses nothing', async () => {
  const { second } = await comesBack('Quick')
  for (let round = 0; round < 20; round += 1) {
    await post(round % 2 ? one : other, firing('Quick'))
    await post(round % 2 ? other : one, cleared('Quick'))
  }
  const shown = await seen(second)
  assert.equal(shown.flapping.times, 22)
  // As many as minutes have passed, however slow the machine is; never one for each.
  const minutes = (Date.parse(shown.flapping.last_at) - Date.parse(shown.flapping.since)) / 60_000
  assert.ok(flappings(shown).length <= minutes, `${flappings(shown).length} times in ${minutes} minutes`)
  assert.equal(kinds(shown).filter((kind) => kind === 'alert_cleared').length, flappings(shown).length)
  // The last clearing came too soon after another to be told at once, and is told all the same.
  await letPass(database, '61 seconds')
  const calm = await eventually('the last clearing is told', async () => {
    const now = await seen(second)
    return flappings(now).at(-1)?.times === 22 && now
  })
  assert.deepEqual([kinds(calm).at(-1), calm.events.at(-1)?.data.still_firing], ['alert_cleared', 0])
})

test('one that flaps beside another that burns says so, and is resolved with the other', async () => {
  const both = (state: 'firing' | 'resolved') =>
    groupOf([{ fingerprint: 'Burns' }, { fingerprint: 'Flickers', status: state }])
  const id = await idOf(one, both('firing'))
  await post(other, both('resolved'))
  await post(one, both('firing'))
  await post(other, both('resolved'))
  const shown = await seen(id)
  assert.deepEqual([shown.flapping.times, shown.flapping.calm_since], [2, null])
  assert.equal(flappings(shown)[0]?.hold_seconds, 0)
  await post(one, both('firing'))
  await post(one, cleared('Burns', 'Flickers'))
  assert.equal((await seen(id)).status, 'resolved')
})

test('a change of the setting counts at once, for those that wait as well; 0 resolves with every clearing', async (t) => {
  const set = async (value: number | null) =>
    assert.equal((await one.ask('PUT', '/api/config', { body: { FLAP_HOLD_SECONDS: value } })).status, 200)
  t.after(() => set(null))
  const { second } = await comesBack('Tuned')
  assert.equal((await seen(second)).status, 'pending')
  await set(0)
  await eventually('it is resolved', async () => (await seen(second)).status === 'resolved')
  const third = await idOf(other, firing('Tuned'))
  await post(other, cleared('Tuned'))
  assert.equal((await seen(third)).status, 'resolved')
  for (const value of [-1, '99999999999999'])
    assert.equal((await one.ask('PUT', '/api/config', { body: { FLAP_HOLD_SECONDS: value } })).status, 400)
  const refused = await one.ask('PUT', '/api/config', { body: { FLAP_HOLD_SECONDS: -1 } })
  assert.equal(refused.status, 400)
})

test('with a hold of the first clearing all of it is one incident from the beginning', async (t) => {
  const set = async (value: number | null) =>
    assert.equal((await other.ask('PUT', '/api/config', { body: { CLEAR_HOLD_SECONDS: value } })).status, 200)
  t.after(() => set(null))
  await set(300)
  const id = await idOf(one, firing('Whole'))
  await post(other, cleared('Whole'))
  const held = await seen(id)
  assert.deepEqual([held.status, held.flapping], ['pending', undefined])
  assert.deepEqual([kinds(held).at(-1), held.events.at(-1)?.data.hold_seconds], ['alert_cleared', 300])
  await letPass(database, '4 minutes')
  assert.equal(await idOf(other, firing('Whole')), id)
  await letPass(database, '4 minutes')
  await post(one, cleared('Whole'))
  const restless = await seen(id)
  assert.deepEqual([restless.status, restless.flapping.times], ['pending', 2])
  assert.equal(flappings(restless)[0]?.hold_seconds, 600, 'from here on it is held as what comes and goes')
  await letPass(database, '5 minutes')
  assert.equal(await idOf(one, firing('Whole')), id)
  // One that stays away the first time is over after that time.
  const once = await idOf(one, firing('Brief'))
  await post(other, cleared('Brief'))
  await letPass(database, '301 seconds')
  const over = await eventually('it is resolved', async () => {
    const shown = await seen(once)
    return shown.status === 'resolved' && shown
  })
  assert.match(String(over.events.at(-1)?.data.comment), /^It has stayed away for \d+ minutes\.$/)
  assert.equal((await seen(id)).status, 'pending')
})
