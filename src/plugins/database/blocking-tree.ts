/** Who waits for whom, followed to the ends. Pids only; what the sessions do is looked up elsewhere. */
export type Wait = { pid: number; blocked_by: readonly number[] }

type Root = { pid: number; waiters_directly: number; waiters_in_all: number }

type BlockingTree = {
  /** They block others and wait for nobody; the one that holds up most comes first. */
  roots: Root[]
  /** Rings of sessions that wait for each other and for nobody else: a deadlock the server has yet to break. */
  cycles: number[][]
}

export function growTree(waits: readonly Wait[]): BlockingTree {
  const waiting = new Set(waits.map(({ pid }) => pid))
  const blockers = new Set(waits.flatMap(({ blocked_by }) => blocked_by))
  const roots = [...blockers].filter((pid) => !waiting.has(pid)).map((pid) => measure(pid, waits))
  roots.sort((one, other) => other.waiters_in_all - one.waiters_in_all || one.pid - other.pid)
  const reached = new Set(roots.flatMap(({ pid }) => [...waitersOf(pid, waits)]))
  return { roots, cycles: ringsAmong(waits.filter(({ pid }) => !reached.has(pid))) }
}

/** Over all that wait, however many of them are shown. */
export function measure(pid: number, waits: readonly Wait[]): Root {
  const directly = waits.filter(({ blocked_by }) => blocked_by.includes(pid)).length
  return { pid, waiters_directly: directly, waiters_in_all: waitersOf(pid, waits).size }
}

/** All who wait for this one, through however many others. */
function waitersOf(pid: number, waits: readonly Wait[]): Set<number> {
  const found = new Set<number>()
  const toVisit = [pid]
  for (let next = toVisit.pop(); next !== undefined; next = toVisit.pop()) {
    const blocker = next
    for (const wait of waits) {
      if (!wait.blocked_by.includes(blocker) || found.has(wait.pid)) continue
      found.add(wait.pid)
      toVisit.push(wait.pid)
    }
  }
  return found
}

/** A member of a ring waits, in the end, for itself. */
function ringsAmong(waits: readonly Wait[]): number[][] {
  const rings = new Map<string, number[]>()
  for (const { pid } of waits) {
    const behind = waitersOf(pid, waits)
    if (!behind.has(pid)) continue
    const ring = [...behind].filter((other) => waitersOf(other, waits).has(pid)).sort((one, other) => one - other)
    rings.set(ring.join(), ring)
  }
  return [...rings.values()]
}
