/**
 * What the frame of the API costs: requests per second of the service beside a bare Fastify server that answers the same
 * bodies. The two take turns in short rounds and the medians are compared, so that noise of the machine meets both.
 */
import { join } from 'node:path'
import { type Figure, median } from './figures.ts'
import { type Load, putUnderLoad, type Target } from './load.ts'
import { ADMIN_KEY, type BenchWorld } from './world.ts'

const ROUNDS = 5
const ROUND_SECONDS = 3
const WARM_UP_SECONDS = 3
const BARE_SERVER = join(import.meta.dirname, 'bare-server.ts')

/** The bar is the least share of the bare server's requests per second that is acceptable. */
type Case = { path: string; isKeyNeeded: boolean; bar?: number }

const CASES: readonly Case[] = [
  { path: '/healthz', isKeyNeeded: false, bar: 0.6 },
  { path: '/api/status', isKeyNeeded: true },
]

export async function benchHttp(world: BenchWorld): Promise<Figure[]> {
  const service = await world.startService()
  const key = await issueViewerKey(service.address)
  const headersOf = ({ isKeyNeeded }: Case): Record<string, string> =>
    isKeyNeeded ? { authorization: `Bearer ${key}` } : {}
  const bodies = await Promise.all(CASES.map((one) => bodyAt(service.address + one.path, headersOf(one))))
  const bare = await world.startScript(
    BARE_SERVER,
    CASES.flatMap(({ path }, index) => [path, bodies[index] ?? '']),
  )
  const figures: Figure[] = []
  for (const one of CASES) {
    const target = (server: { address: string; pid: number }): Target => {
      return { url: server.address + one.path, pid: server.pid, headers: headersOf(one) }
    }
    const [ours, bares] = await takeTurns(target(service), target(bare))
    figures.push(...figuresOf(one, ours, bares))
  }
  await bare.stop()
  await service.stop()
  return figures
}

function figuresOf({ path, isKeyNeeded, bar }: Case, ours: Load, bare: Load): Figure[] {
  const name = isKeyNeeded ? `${path} with a key` : path
  const speed = { what: name, value: ours.requestsPerSecond, unit: 'requests/s', limit: bare.requestsPerSecond }
  return [
    bar === undefined ? speed : { ...speed, bar: { atLeast: bar, isTimesLimit: true } },
    { what: `${name}, CPU`, value: ours.cpuMicroseconds, unit: 'µs/request', limit: bare.cpuMicroseconds },
  ]
}

/** Who goes first changes from round to round. */
async function takeTurns(one: Target, other: Target): Promise<[Load, Load]> {
  for (const target of [one, other]) await putUnderLoad(target, WARM_UP_SECONDS)
  const loads = new Map<Target, Load[]>([
    [one, []],
    [other, []],
  ])
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? [one, other] : [other, one]
    for (const target of order) loads.get(target)?.push(await putUnderLoad(target, ROUND_SECONDS))
  }
  return [medianOf(loads.get(one) ?? []), medianOf(loads.get(other) ?? [])]
}

function medianOf(loads: readonly Load[]): Load {
  return {
    requestsPerSecond: median(loads.map((load) => load.requestsPerSecond)),
    cpuMicroseconds: median(loads.map((load) => load.cpuMicroseconds)),
  }
}

/** An issued key is the dearer one: it is looked up where the environment's own is only compared. */
async function issueViewerKey(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ name: 'bench', role: 'viewer' }),
  })
  const { data } = (await answer.json()) as { data: { key: string } }
  return data.key
}

async function bodyAt(url: string, headers: Record<string, string>): Promise<string> {
  return (await fetch(url, { headers })).text()
}
