/** Who holds how many connections, by the address they come from. */

import type { ActiveConnections } from '../database-scene.ts'
import { median, sum } from '../statements/numbers.ts'

export type AddressLoad = {
  address: string
  applications: readonly string[]
  sessions: number
  /** Idle, in a transaction or not. */
  idle: number
  /** Idle and as they were for five minutes: lent out and forgotten, or never needed. */
  forgotten: number
  oldestSeconds: number
}

type Group = ActiveConnections['groups'][number]

export function loadByAddress(connections: ActiveConnections): AddressLoad[] {
  const remote = connections.groups.filter(({ client_addr }) => client_addr !== null)
  const byAddress = Map.groupBy(remote, ({ client_addr }) => client_addr ?? '')
  return [...byAddress].map(([address, groups]) => loadOf(address, groups)).sort((one, other) => other.idle - one.idle)
}

function loadOf(address: string, groups: readonly Group[]): AddressLoad {
  const idle = groups.filter(({ state }) => state?.startsWith('idle'))
  return {
    address,
    applications: [...new Set(groups.map(({ application_name }) => application_name ?? '').filter(Boolean))],
    sessions: sum(groups.map(({ sessions }) => sessions)),
    idle: sum(idle.map(({ sessions }) => sessions)),
    forgotten: sum(idle.map(({ unchanged_for_5_minutes }) => unchanged_for_5_minutes)),
    oldestSeconds: Math.max(0, ...idle.map(({ oldest_state_seconds }) => oldest_state_seconds ?? 0)),
  }
}

const FORGOTTEN_MIN = 10
const FORGOTTEN_SHARE = 0.7
/** So many more than its siblings that chance does not explain it. */
const TIMES_THE_OTHERS = 3
/** So many that they matter although the server has room left. */
const MANY = 30
const NEARLY_FULL = 0.8

/** Addresses that hold far more forgotten sessions than the others: a pool that lends and does not get back. */
export function leakingAddresses(connections: ActiveConnections, saturation: number): AddressLoad[] {
  const loads = loadByAddress(connections)
  const isFull = saturation >= NEARLY_FULL
  return loads.filter((load) => {
    const siblings = siblingsOf(load, loads)
    const isForgotten = load.forgotten >= FORGOTTEN_MIN && load.forgotten >= FORGOTTEN_SHARE * load.idle
    const holdsMost = load.forgotten >= 0.5 * (connections.usable_connections ?? Number.POSITIVE_INFINITY)
    return isForgotten && (isOutOfLine(load, siblings, isFull) || holdsMost) && (isFull || load.forgotten >= MANY)
  })
}

/** A pool at rest looks the same; only its siblings, or a server that is full, tell that it is one no more. */
function isOutOfLine(
  { sessions, applications }: AddressLoad,
  siblings: readonly AddressLoad[],
  isFull: boolean,
): boolean {
  const areAlike = siblings.some((one) => one.applications.some((name) => applications.includes(name)))
  if (siblings.length === 0 || (!areAlike && !isFull)) return false
  return sessions >= TIMES_THE_OTHERS * Math.max(1, median(siblings.map((one) => one.sessions)))
}

/** Those of the same application where there are any, else all others. */
export function siblingsOf(load: AddressLoad, loads: readonly AddressLoad[]): AddressLoad[] {
  const others = loads.filter(({ address }) => address !== load.address)
  const same = others.filter(({ applications }) => applications.some((name) => load.applications.includes(name)))
  return same.length > 0 ? same : others
}
