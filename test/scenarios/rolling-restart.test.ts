/** An upgrade as people see it: one instance after the other is replaced while alerts come in and a plan is being carried out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import type { Answer, Asked, TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { openWaitingWorld } from '../world/waiting-plan.ts'

const SENDERS = 4
const TRIES_MAX = 20

/** Asks the instances in turn and, as balancers do, the next one where one refuses the connection or says 503. */
class RetryingClient {
  readonly instances: TestService[]
  retries = 0
  #turn = 0

  constructor(instances: readonly TestService[]) {
    this.instances = [...instances]
  }

  async ask(method: string, path: string, asked: Asked): Promise<Answer> {
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const answer = await this.#next().ask(method, path, asked).catch(isConnectionLost)
      if (answer && answer.status !== 503) return answer
      this.retries += 1
    }
    throw new Error(`${TRIES_MAX} tries in a row failed.`)
  }

  #next(): TestService {
    this.#turn += 1
    return this.instances[this.#turn % this.instances.length] as TestService
  }
}

/** The request never reached anybody who answers; whatever else goes wrong is told. */
function isConnectionLost(error: Error & { code?: string }): undefined {
  if (!['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(error.code ?? '')) throw error
}

const messageOf = (fingerprint: string) => `${fingerprint} is slow`

/** Each alert is sent until it is accepted, and never again. */
class Senders {
  readonly accepted: string[] = []
  readonly #client: RetryingClient
  readonly #working: Promise<void>[]
  #isStopping = false

  constructor(client: RetryingClient) {
    this.#client = client
    this.#working = Array.from({ length: SENDERS }, (_, at) => this.#send(`sender-${at}`))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#working)
  }

  async #send(name: string): Promise<void> {
    for (let count = 0; !this.#isStopping; count += 1) {
      const fingerprint = `${name}-${count}`
      const body = { message: messageOf(fingerprint), metadata: { fingerprint } }
      const { status, text } = await this.#client.ask('POST', '/api/alert', { body })
      assert.equal(status, 202, text)
      this.accepted.push(fingerprint)
    }
  }
}

test('two instances are replaced under load: no request fails, every alert is stored once, the plan runs once', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const redis = process.env.TEST_REDIS_URL
  const start = () => world.startInstance(redis === undefined ? {} : { REDIS_URL: redis })
  const { id, digest } = await world.plant('checkout')
  const [first, second] = [await start(), await start()]
  const client = new RetryingClient([first, second])
  const senders = new Senders(client)
  t.after(() => senders.stop().catch(() => 'The test has told of it already.'))
  const replace = async (old: TestService, meanwhile: { begin(): Promise<void>; end(): void }) => {
    client.instances.push(await start())
    const before = senders.accepted.length
    await eventually('the new one takes its share', () => senders.accepted.length >= before + SENDERS)
    await meanwhile.begin()
    const { retries } = client
    const stopped = old.stop()
    await eventually('the old one takes no more requests', () =>
      old.get('/healthz').then(
        ({ status }) => status === 503,
        () => true,
      ),
    )
    meanwhile.end()
    await stopped
    await eventually('somebody has met the one that is gone', () => client.retries > retries)
    client.instances.splice(client.instances.indexOf(old), 1)
  }

  await replace(first, { begin: async () => {}, end: () => {} })
  const act = world.cluster.faults.add({ method: 'PATCH', does: 'hold' })
  await replace(second, {
    begin: async () => {
      const body = { decision: 'confirm', digest }
      assert.equal((await second.ask('POST', `/api/incidents/${id}/decision`, { body })).status, 200)
      await eventually('the plan is in the middle of its act', () => act.hits() === 1)
    },
    end: () => act.release(),
  })

  const ended = await eventually('the plan has ended', async () => {
    const { body } = await client.ask('GET', `/api/incidents/${id}`, {})
    return !['executing', 'verifying'].includes(body.data.status) && body.data
  })
  assert.equal(ended.status, 'resolved', JSON.stringify(ended))
  await senders.stop()
  assert.deepEqual(
    world.cluster.recorder.changes().map(({ name }) => name),
    ['checkout'],
  )
  assert.ok(client.retries > 0, 'nobody noticed a restart, so none was tried')
  const stored = await runSql(world.databaseUrl, 'SELECT message, incident_id FROM alerts WHERE incident_id <> $1', [
    id,
  ])
  assert.deepEqual(stored.map(({ message }) => message).sort(), senders.accepted.map(messageOf).sort())
  assert.equal(new Set(stored.map(({ incident_id }) => incident_id)).size, senders.accepted.length)
})
