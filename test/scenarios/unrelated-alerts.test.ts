/** While one thing is truly wrong, alerts about something else are not laid at its door, and not gathered under it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupOf, idOf, type Shown, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { LOCK_ALERT, pileUp } from '../world/lock-pile-up.ts'
import { startTestService } from '../world/service.ts'

/** A look at locks takes six seconds of waiting by itself. */
const PATIENCE_SECONDS = 240

const STRANGERS = {
  CertificateExpiring: { labels: { host: 'mail01' }, annotations: { summary: 'The certificate of mail01 ends soon' } },
  NewsletterQueueLong: {
    labels: { service: 'newsletter', namespace: 'mail' },
    annotations: { summary: 'The queue of newsletters is long' },
  },
  FanFailed: { labels: { instance: 'rack4-psu2:9100', job: 'ipmi' }, annotations: { summary: 'A fan stands still' } },
}

test('a lock that holds up one database is neither the cause nor the leader of alerts about something else', async (t) => {
  const { blocker, environment } = await pileUp(t)
  const service = await startTestService(t, { environment: { ...environment, GATHER_SECONDS: '1' } })
  const looked = (id: string) =>
    eventually(
      `${id} is diagnosed`,
      async (): Promise<Shown | false> => {
        const incident = await show(service, id)
        return !['pending', 'diagnosing'].includes(incident.status) && incident
      },
      PATIENCE_SECONDS,
    )
  const lock = await looked(await idOf(service, LOCK_ALERT))
  assert.match(lock.diagnosis.conclusion, new RegExp(`pid ${blocker.pid}\\b`))
  const ids = await Promise.all(
    Object.entries(STRANGERS).map(([fingerprint, alert]) => idOf(service, groupOf([{ fingerprint, ...alert }]))),
  )
  for (const id of ids) {
    const { title, part_of, proposal, diagnosis } = await looked(id)
    const { conclusion, confidence } = diagnosis
    assert.deepEqual([part_of, proposal], [null, null], title)
    assert.ok(!conclusion.includes(`pid ${blocker.pid}`) || confidence < 0.5, `${title}: ${conclusion} (${confidence})`)
  }
  assert.equal((await show(service, lock.id)).parts_count, 0)
})
