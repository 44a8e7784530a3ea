import type { Log } from '../../ports/log.ts'
import type { Signals } from '../../ports/signals.ts'
import { createInProcessSignals } from './in-process-signals.ts'
import { createRedisSignals } from './redis-signals.ts'

/** `embedded:` keeps the hints inside this process, which is right for one instance alone. */
export function openSignals({ url, log }: { url: string; log: Log }): Signals {
  if (url !== 'embedded:') return createRedisSignals({ url, log })
  log.info({}, 'No cache store is used: this instance must be the only one.')
  return createInProcessSignals()
}
