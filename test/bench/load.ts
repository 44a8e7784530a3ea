import { readdir, readFile } from 'node:fs/promises'
import autocannon from 'autocannon'

export type Target = { url: string; pid: number; headers?: Record<string, string> }
export type Load = { requestsPerSecond: number; cpuMicroseconds: number }

const CONNECTIONS = 32
/** Of Linux on every architecture we run on; /proc counts in these. */
const TICKS_PER_SECOND = 100

/** Asks as fast as answers come, and tells also what one request cost the server, which noise beside it cannot change. */
export async function putUnderLoad({ url, pid, headers = {} }: Target, seconds: number): Promise<Load> {
  const cpuBefore = await cpuSeconds(pid)
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds })
  const cpu = (await cpuSeconds(pid)) - cpuBefore
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed under load.`)
  return {
    requestsPerSecond: result.requests.total / result.duration,
    cpuMicroseconds: (cpu * 1e6) / result.requests.total,
  }
}

/** What a process has used of the processors so far. */
export async function cpuSeconds(pid: number): Promise<number> {
  return (await readStat(pid)).seconds
}

/** The same with its children, those that have ended included. */
export async function cpuSecondsWithChildren(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isSafeInteger)
  const all = await Promise.all(pids.map((each) => readStat(each).catch(() => undefined)))
  const family = all.filter((stat) => stat !== undefined && (stat.pid === pid || stat.parent === pid))
  return family.reduce((sum, stat) => sum + (stat?.seconds ?? 0) + (stat?.pid === pid ? stat.secondsOfEnded : 0), 0)
}

async function readStat(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (index: number) => fields[index] ?? 0
  return {
    pid,
    parent: at(1),
    seconds: (at(11) + at(12)) / TICKS_PER_SECOND,
    secondsOfEnded: (at(13) + at(14)) / TICKS_PER_SECOND,
  }
}
