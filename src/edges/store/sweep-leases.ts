/** Who does which sweep. A row that runs out: a lock of the session would stay as long as the server believes in a machine that is gone. */
import { randomUUID } from 'node:crypto'
import type { Lease, SweepStore } from '../../story/workflow/sweeper.ts'
import type { Database } from './database.ts'

/** An instance that vanished without a word keeps the others away so long at most. */
const LEASE_SECONDS = 15
const RENEW_MS = 5_000

type Held = Lease & { holder: string; renewing: NodeJS.Timeout }

export function createSweepStore(database: Database) {
  const held = new Set<Held>()
  const hold = (name: string, holder: string): Held => {
    const isStillOurs = async () => (await takeSweeps(database, [name], holder)).length === 1
    // A piece of work may take longer than the lease; whether it is lost shows at the next question.
    const renewing = setInterval(() => void isStillOurs().catch(() => {}), RENEW_MS).unref()
    const lease = { name, isStillOurs, holder, renewing }
    held.add(lease)
    return lease
  }
  const store: SweepStore = {
    async take(names) {
      const holder = randomUUID()
      return (await takeSweeps(database, names, holder)).map((name) => hold(name, holder))
    },
    async giveBack(leases) {
      const ours = [...held].filter((lease) => leases.includes(lease))
      for (const lease of ours) {
        clearInterval(lease.renewing)
        held.delete(lease)
      }
      // A store that is away lets them run out by themselves.
      await leaveSweeps(database, ours).catch(() => {})
    },
  }
  return { ...store, alone: <Result>(name: string, work: Work<Result>) => alone(store, name, work) }
}

type Work<Result> = (isStillOurs: Lease['isStillOurs']) => Promise<Result>

/** Does the work while no other instance does the same; answers undefined where one does. */
async function alone<Result>(store: SweepStore, name: string, work: Work<Result>): Promise<Result | undefined> {
  const [lease] = await store.take([name])
  if (!lease) return undefined
  try {
    return await work(lease.isStillOurs)
  } finally {
    await store.giveBack([lease])
  }
}

/** In one order for all, so that nobody waits for whoever waits for him. */
async function takeSweeps(database: Database, names: readonly string[], holder: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>({
    name: 'take-sweeps',
    text: `INSERT INTO sweep_leases AS lease (name, holder, held_until)
           SELECT name, $2, firebreak_now() + make_interval(secs => ${LEASE_SECONDS})
             FROM unnest($1::text[]) AS name ORDER BY name
           ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
            WHERE lease.holder = excluded.holder OR lease.held_until <= firebreak_now()
           RETURNING name`,
    values: [names, holder],
  })
  return rows.map(({ name }) => name)
}

async function leaveSweeps(database: Database, leases: readonly Held[]): Promise<void> {
  await database.query({
    name: 'leave-sweeps',
    text: `DELETE FROM sweep_leases USING (
             SELECT lease.name, lease.holder FROM sweep_leases AS lease
               JOIN unnest($1::text[], $2::text[]) AS given (name, holder) USING (name, holder)
              ORDER BY lease.name FOR UPDATE OF lease) AS ours
            WHERE sweep_leases.name = ours.name AND sweep_leases.holder = ours.holder`,
    values: [leases.map(({ name }) => name), leases.map(({ holder }) => holder)],
  })
}
