/**
 * What the frame of the API costs: requests per second of the service beside a bare Fastify server that answers the same
 * bodies. The two take turns in short rounds and the medians are compared, so that noise of the machine meets both.
 */
import { join } from 'node:path'
import { table } from '../../src/edges/terminal/table.ts'
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

export async function benchHttp(world: BenchWorld): Promise<boolean> {
  const service = await world.startService()
  const key = await issueViewerKey(service.address)
  const headersOf = ({ isKeyNeeded }: Case): Record<string, string> =>
    isKeyNeeded ? { authorization: `Bearer ${key}` } : {}
  const bodies = await Promise.all(CASES.map((one) => bodyAt(service.address + one.path, headersOf(one))))
  const bare = await world.startScript(
    BARE_SERVER,
    CASES.flatMap(({ path }, index) => [path, bodies[index] ?? '']),
  )
  const rows: string[][] = []
  let isMet = true
  for (const one of CASES) {
    const target = (server: { address: string; pid: number }): Target => {
      return { url: server.address + one.path, pid: server.pid, headers: headersOf(one) }
    }
    const [ours, bares] = await takeTurns(target(service), target(bare))
    const ratio = ours.requestsPerSecond / bares.requestsPerSecond
    if (one.bar !== undefined && ratio < one.bar) isMet = false
    rows.push(rowOf(one, ours, bares))
  }
  await bare.stop()
  await service.stop()
  const heading = ['http', 'requests/s', 'bare Fastify', 'ratio', 'bar', 'CPU µs/request', 'bare Fastify']
  console.log(table([heading, ...rows]))
  return isMet
}

function rowOf({ path, isKeyNeeded, bar }: Case, ours: Load, bare: Load): string[] {
  const ratio = ours.requestsPerSecond / bare.requestsPerSecond
  const verdict = bar === undefined ? '' : `≥ ${bar} ${ratio >= bar ? '✓' : '✗'}`
  return [
    isKeyNeeded ? `${path} with a key` : path,
    ours.requestsPerSecond.toFixed(0),
    bare.requestsPerSecond.toFixed(0),
    ratio.toFixed(2),
    verdict,
    ours.cpuMicroseconds.toFixed(1),
    bare.cpuMicroseconds.toFixed(1),
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
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
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
