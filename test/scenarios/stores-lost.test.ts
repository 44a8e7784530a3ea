/** The stores go away under load, without a word, and come back. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Redis } from 'ioredis'
import { AlertLoad } from '../chaos/alert-load.ts'
import { randomFrom } from '../chaos/alert-mix.ts'
import { type ChaosWorld, lacksRedis, openChaosWorld, type RunningService } from '../chaos/chaos-world.ts'
import { EventFollower } from '../chaos/event-follower.ts'
import { untilSeen, untilWorkedOff } from '../chaos/settle.ts'
import { faultsIn } from '../chaos/store-checks.ts'
import { closeLast } from '../world/closing.ts'
import { eventually } from '../world/eventually.ts'
import { inLength } from '../world/long-form.ts'

type Storm = { world: ChaosWorld; service: RunningService; load: AlertLoad; follower: EventFollower }

/** What PostgreSQL calls an immediate shutdown: no farewell, and recovery at the next start. */
const IMMEDIATE = 'SIGQUIT'
const OUTAGES = inLength(1, 3)
/** Whatever is accepted is diagnosed too, and that is what costs. */
const PACE = inLength({ perSecond: 40, underWayMax: 8 }, { perSecond: 250 })
const SOME = inLength(12, 200)
const MORE = inLength(20, 300)
/** All that was accepted is diagnosed in the end, and a busy machine takes its time for it. */
const LONG_MS = 900_000

test('PostgreSQL stopped at once under load: nothing accepted is lost, the rest is told to come back', {
  timeout: LONG_MS,
}, async (t) => {
  if (lacksRedis(t)) return
  const storm = await openStorm(t)
  const { world, load } = storm
  for (let outage = 1; outage <= OUTAGES; outage += 1) {
    await moreAccepted(storm, SOME)
    const refused = load.ledger.count('refused')
    process.kill(world.postgres.pid, IMMEDIATE)
    await eventually('the outage is noticed', () => load.ledger.count('refused') > refused)
    const noticed = performance.now()
    await moreAccepted(storm, 1)
    t.diagnostic(`outage ${outage}: alerts were accepted again after ${Math.round(performance.now() - noticed)} ms`)
  }
  await moreAccepted(storm, SOME)
  await settle(storm)
  assert.deepEqual(wronglyRefused(storm), [])
  assert.equal(load.ledger.count('unanswered'), 0)
})

test('Redis killed, hung and flushed under load: no alert is refused and no event is missed', {
  timeout: LONG_MS,
}, async (t) => {
  if (lacksRedis(t)) return
  const storm = await openStorm(t)
  const { redis } = storm.world
  await moreAccepted(storm, SOME)
  process.kill(redis.pid, 'SIGKILL')
  await moreAccepted(storm, MORE)
  await flush(redis.url)
  await moreAccepted(storm, SOME)
  process.kill(redis.pid, 'SIGSTOP')
  await moreAccepted(storm, MORE).finally(() => process.kill(redis.pid, 'SIGCONT'))
  await moreAccepted(storm, SOME)
  await settle(storm)
  assert.equal(storm.load.ledger.count('accepted'), storm.load.ledger.sent)
  assert.equal(storm.follower.connections, 1, 'The stream had no reason to break.')
})

async function openStorm(t: TestContext): Promise<Storm> {
  const world = await openChaosWorld({ DIAGNOSIS_CONCURRENCY: '16' })
  closeLast(t, () => world.close())
  const service = await world.startService()
  const load = new AlertLoad({ address: world.address, random: randomFrom(1), ...PACE })
  const follower = new EventFollower(world.address)
  t.after(() => load.stop())
  t.after(() => follower.stop())
  load.start()
  follower.start()
  return { world, service, load, follower }
}

/** Resolves when so many more were accepted; the service itself must not have ended meanwhile. */
async function moreAccepted({ load: { ledger }, service }: Storm, count: number): Promise<void> {
  const wanted = ledger.count('accepted') + count
  const isReached = () => {
    assert.equal(service.end(), undefined)
    return ledger.count('accepted') >= wanted
  }
  await eventually(`${count} more alerts are accepted`, isReached, 60)
}

async function settle({ world, service, load, follower }: Storm): Promise<void> {
  const { url } = world.postgres
  await load.stop()
  await untilWorkedOff(url)
  await untilSeen(url, follower)
  await follower.stop()
  assert.equal(service.end(), undefined)
  assert.deepEqual(await faultsIn(url, load.ledger, follower.ids), [])
}

function wronglyRefused({ load }: Storm) {
  return load.ledger.all('refused').filter(({ status, retryAfter }) => status !== 503 || !retryAfter)
}

async function flush(url: string): Promise<void> {
  const redis = new Redis(url)
  await redis.flushall()
  redis.disconnect()
}
