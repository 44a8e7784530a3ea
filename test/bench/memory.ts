import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** What a process has in memory, in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

const LOOK_MS = 100

/** Looks again and again while the work goes on; answers what it came to, and the most memory seen meanwhile. */
export async function watchMemory<Result>(
  pid: number,
  work: Promise<Result>,
): Promise<{ result: Result; peakMegabytes: number }> {
  let peakMegabytes = await residentMegabytes(pid)
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) {
    await Promise.race([work.catch(() => {}), pause(LOOK_MS)])
    peakMegabytes = Math.max(peakMegabytes, await residentMegabytes(pid))
  }
  return { result: await work, peakMegabytes }
}
