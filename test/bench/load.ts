import { readFile } from 'node:fs/promises'
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
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
