import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSentrySimulator } from './sentry-simulator.ts'

const ISSUE = {
  id: '77120',
  shortId: 'SHOP-1Q',
  title: 'TypeError',
  culprit: 'applyPromo',
  status: 'unresolved',
  project: { slug: 'shop' },
}
const EVENT = { eventID: 'ab12', message: 'TypeError' }

test('an issue is found by number and by short id, and its event apart', async (t) => {
  const simulator = await startSentrySimulator({ issues: [{ ...ISSUE, latestEvent: EVENT }], token: 'right' })
  t.after(() => simulator.close())
  const ask = async (path: string, token = 'right') => {
    const response = await fetch(simulator.url + path, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  assert.deepEqual(await ask('/api/0/issues/77120/'), { status: 200, body: ISSUE })
  assert.deepEqual(await ask('/api/0/issues/77120/events/latest/'), { status: 200, body: EVENT })
  const [{ slug }] = (await ask('/api/0/organizations/')).body
  assert.equal((await ask(`/api/0/organizations/${slug}/shortids/SHOP-1Q/`)).body.groupId, '77120')
  assert.deepEqual((await ask(`/api/0/organizations/${slug}/issues/?query=is:unresolved+promo`)).body, [ISSUE])
  assert.deepEqual((await ask(`/api/0/organizations/${slug}/issues/?query=is:resolved`)).body, [])
  const missing = { status: 404, body: { detail: 'The requested resource does not exist' } }
  assert.deepEqual(await ask('/api/0/issues/1/'), missing)
  assert.deepEqual(await ask('/api/0/organizations/other/shortids/SHOP-1Q/'), missing)
  assert.deepEqual(await ask('/api/0/issues/77120/', 'wrong'), { status: 401, body: { detail: 'Invalid token' } })
})
