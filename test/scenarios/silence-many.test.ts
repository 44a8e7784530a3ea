/** One silence for many incidents, by what their alerts have in common, over two instances of one store of its own. */
import assert from 'node:assert/strict'
import { groupOf, idOf, show } from '../world/alerts.ts'
import type { TestService } from '../world/service.ts'
import { sharing } from '../world/shared-stage.ts'
import { openTwoInstances } from '../world/two-instances.ts'

let one: TestService
let other: TestService

const test = sharing(async (t) => {
  ;({ one, other } = await openTwoInstances(t))
})

const open = (name: string, labels: Record<string, string>) => idOf(one, groupOf([{ fingerprint: name, labels }]))

async function preview(...ids: string[]) {
  return other.ask('POST', '/api/silences/preview', { body: { incident_ids: ids } })
}

type Matcher = { name: string; value: string; is_regex: boolean }

function tell(matchers: Matcher[]): string[] {
  return matchers.map(({ name, value, is_regex }) => `${name}${is_regex ? '=~' : '='}${value}`)
}

/** Everything that was heard of so far is of the cluster `prod`. */
test('many incidents are ignored under one silence of their common labels; one that hides all of today asks twice', async () => {
  const disk = await open('Disk', { cluster: 'prod', rack: '4', severity: 'critical' })
  const fan = await open('Fan', { cluster: 'prod', rack: '4', severity: 'high' })
  const mail = await open('Mail', { cluster: 'prod' })

  const wide = (await preview(disk, mail)).body.data
  assert.deepEqual(tell(wide.matchers), ['cluster=prod'])
  assert.deepEqual([wide.looked_at, wide.matching, wide.unasked, wide.hides_everything], [3, 3, 1, true])
  const everything = { matchers: wide.matchers, seconds: 3_600, comment: 'all of it' }
  const refused = await one.ask('POST', '/api/silences', { body: everything })
  assert.deepEqual([refused.status, refused.body.error.details[0].field], [409, 'matchers'])
  assert.match(refused.body.error.message, /every alert that came today/)
  const meant = await one.ask('POST', '/api/silences', { body: { ...everything, confirm: 'everything' } })
  assert.equal(meant.status, 201)
  assert.equal((await other.ask('DELETE', `/api/silences/${meant.body.data.id}`)).status, 200)

  const narrow = (await preview(disk, fan)).body.data
  assert.deepEqual(tell(narrow.matchers), ['cluster=prod', 'rack=4'])
  assert.deepEqual([narrow.matching, narrow.unasked, narrow.hides_everything], [2, 0, false])
  const made = await one.ask('POST', '/api/silences', {
    body: { matchers: narrow.matchers, seconds: 7_200, comment: 'rack 4 moves' },
  })
  const { id, starts_at, ends_at } = made.body.data
  assert.equal(Date.parse(ends_at) - Date.parse(starts_at), 7_200_000)
  for (const [service, incident] of [[one, disk] as const, [other, fan] as const]) {
    const body = { decision: 'ignore', repeats: 'for_labels', silence: id }
    assert.equal((await service.ask('POST', `/api/incidents/${incident}/decision`, { body })).status, 200)
    const { status, events } = await show(one, incident)
    const { silence, until } = events.findLast(({ type }) => type === 'incident_ignored')?.data ?? {}
    assert.deepEqual([status, silence, until], ['ignored', id, ends_at])
  }
  assert.equal((await one.get('/api/silences?state=active')).body.data.total, 1)
  assert.equal(await open('Door', { cluster: 'prod', rack: '4' }), '')
  assert.equal((await show(one, mail)).status, 'pending')
})

test('where they say nothing alike, the labels each of them bears are taken, with the values they have there', async () => {
  const first = await open('Disk.A', { place: 'north', pod: 'a-0' })
  const second = await open('Disk(B)', { place: 'south' })
  const { matchers, matching } = (await preview(first, second)).body.data
  assert.deepEqual(tell(matchers), ['alertname=~Disk\\(B\\)|Disk\\.A', 'place=~north|south'])
  assert.equal(matching, 2)
  assert.equal((await preview('INC-20010101-001')).status, 409)
})

test('what cannot be previewed or ignored so is refused, and nothing is decided', async () => {
  const id = await open('Refused', { place: 'west' })
  for (const body of [{}, { incident_ids: [] }, { incident_ids: ['INC'] }, { incident_ids: [id], matchers: [] }])
    assert.equal((await one.ask('POST', '/api/silences/preview', { body })).status, 400, JSON.stringify(body))
  const matchers = [{ name: 'place', value: 'west' }]
  const both = { matchers, seconds: 60, ends_at: '2999-01-01T00:00:00Z', comment: 'x' }
  for (const body of [both, { matchers, comment: 'x' }])
    assert.equal((await one.ask('POST', '/api/silences', { body })).status, 400, JSON.stringify(body))
  const over = (await one.ask('POST', '/api/silences', { body: { matchers, seconds: 60, comment: 'x' } })).body.data.id
  await one.ask('DELETE', `/api/silences/${over}`)
  for (const [said, status] of [
    [{ repeats: 'for_labels', silence: 'nobody' }, 409],
    [{ repeats: 'for_labels', silence: over }, 409],
    [{ repeats: 'for_labels', silence: over, matchers }, 400],
    [{ repeats: 'once', silence: over }, 400],
  ] as const) {
    const answer = await other.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'ignore', ...said } })
    assert.equal(answer.status, status, JSON.stringify(said))
  }
  assert.equal((await show(one, id)).status, 'pending')
})
