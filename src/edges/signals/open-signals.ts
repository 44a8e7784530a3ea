import type { Log } from '../../ports/log.ts'
import type { Signals } from '../../ports/signals.ts'
import { createInProcessSignals } from './in-process-signals.ts'

/** `embedded:` keeps the hints inside this process, which is right for one instance alone. */
export async function openSignals({ url, log }: { url: string; log: Log }): Promise<Signals> {
  if (url !== 'embedded:') {
    const { createRedisSignals } = await import('./redis-signals.ts')
    return createRedisSignals({ url, log })
  }
  log.info({}, 'No cache store is used: this instance must be the only one.')
  return createInProcessSignals()
}
