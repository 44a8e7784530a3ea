/** Which other incidents an incident names as related: of the same alert, however old; of the same subject, lately. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleared, firing, groupOf, idOf } from '../world/alerts.ts'
import { letPass, openRecords } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

type Related = { id: string; title: string; status: string; severity: string; created_at: string; why: string }

const about = (fingerprint: string, labels: Record<string, string>) => groupOf([{ fingerprint, labels }], fingerprint)

test('the same alert and the same workload or database are related, newest first, at most five', async (t) => {
  const service = await startTestService(t, { environment: { DIAGNOSIS_CONCURRENCY: '0' } })
  const database = openRecords(t, service.databaseUrl)
  const related = async (id: string): Promise<Related[]> =>
    (await service.get(`/api/incidents/${id}`)).body.data.related
  const open = async (body: unknown) => {
    await letPass(database, '1 minute')
    return idOf(service, body)
  }

  const earlier = await open(firing('disk'))
  await open(cleared('disk'))
  const again = await open(firing('disk'))
  const [first, ...others] = await related(again)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [first?.id, first?.status, first?.why, Object.keys(first ?? {}).sort()],
    [earlier, 'resolved', 'the same alert', ['created_at', 'id', 'severity', 'status', 'title', 'why']],
  )

  const web = await open(about('a', { namespace: 'shop', deployment: 'web' }))
  await open(about('b', { namespace: 'other', deployment: 'web' }))
  const pod = await open(about('c', { namespace: 'shop', pod: 'web-7d4f9c5b6d-x2x9k' }))
  assert.deepEqual(
    (await related(web)).map(({ id, why }) => [id, why]),
    [[pod, 'also about shop/web']],
  )
  const orders = await open(about('d', { datname: 'orders' }))
  const slow = await open(about('e', { datname: 'orders', severity: 'high' }))
  assert.deepEqual(
    (await related(orders)).map(({ id, why }) => [id, why]),
    [[slow, 'also about the database orders']],
  )

  const many: string[] = []
  for (const key of ['f', 'g', 'h', 'i', 'j']) many.unshift(await open(about(key, { namespace: 'shop', app: 'web' })))
  assert.deepEqual(
    (await related(web)).map(({ id }) => id),
    many,
  )
})
