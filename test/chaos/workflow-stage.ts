/** Where the workflow is broken: what it looks after, its stores, and two instances that are each reached by a wire of their own. */
import { join } from 'node:path'
import { parse } from 'pg-connection-string'
import { startTcpProxy } from '../world/tcp-proxy.ts'
import { type BrokenShop, openBrokenShop } from './broken-shop.ts'
import { type ChaosWorld, openChaosWorld } from './chaos-world.ts'
import type { Counts } from './faults.ts'
import { Instance } from './instance.ts'
import { openJumpingClock } from './jumping-clock.ts'
import { type LockedShop, openLockedShop } from './locked-shop.ts'
import { makeNewerBuild } from './newer-build.ts'

export type Stage = {
  shop: BrokenShop
  database: LockedShop
  world: ChaosWorld
  instances: Instance[]
  /** Incidents in all. */
  count: number
  close(): Promise<void>
}

export async function openStage(counts: Counts, count: number): Promise<Stage> {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (let step = closing.pop(); step; step = closing.pop()) await step()
  }
  try {
    const shop = await openBrokenShop(count)
    closing.push(shop.close)
    const database = await openLockedShop()
    closing.push(database.close)
    // The wires outlast the instances, which say goodbye to the store.
    const wires: (() => unknown)[] = []
    closing.push(() => Promise.all(wires.map((step) => step())))
    const world = await openChaosWorld({
      TARGET_DATABASES: database.targets,
      KUBECONFIG: shop.kubeconfig,
      ALLOWED_NAMESPACES: shop.namespaces,
      HOURLY_QUOTA: '1000000',
      // Over both: those that a broken one holds until its lease has run out must not keep the others waiting.
      DIAGNOSIS_CONCURRENCY: '6',
      VERIFY_WITHIN_SECONDS: '60',
      FIREBREAK_SECRET_KEY: 'a-key-of-the-chaos-that-is-long-enough-0123456789',
    })
    closing.push(world.close)
    const instances = await openInstances(world, counts, (step) => wires.push(step))
    return { shop, database, world, instances, count, close }
  } catch (error) {
    await close()
    throw error
  }
}

type After = (step: () => unknown) => void

async function openInstances(world: ChaosWorld, counts: Counts, after: After): Promise<Instance[]> {
  const { host, port } = parse(world.postgres.url)
  const newerRoot = counts.versions ? await makeNewerBuild(world.folder) : undefined
  const open = async (name: string) => {
    const proxy = await startTcpProxy({ after }, { path: join(String(host), `.s.PGSQL.${port}`) })
    const clock = counts['clock-jumps'] ? await openJumpingClock(join(world.folder, `clock-${name}`)) : undefined
    return new Instance({ world, proxy, clock, newerRoot })
  }
  return Promise.all(['one', 'two'].map(open))
}
