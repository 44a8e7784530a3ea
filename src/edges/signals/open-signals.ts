import type { Log } from '../../ports/log.ts'
import type { Signals } from '../../ports/signals.ts'
import { createInProcessSignals } from './in-process-signals.ts'

/** `embedded:` keeps the hints inside this process, which is right for one instance alone. */
export async function openSignals({ url, log }: { url: string; log: Log }): Promise<Signals> {
  if (url !== 'embedded:') {
    log.info({}, 'Redis carries hints between instances; nothing is kept in it.')
    const { createRedisSignals } = await import('./redis-signals.ts')
    return createRedisSignals({ url, log })
  }
  log.info(
    {},
    'No Redis is used: hints stay in this process, and everything else is in PostgreSQL. One instance needs none; several do (REDIS_URL).',
  )
  return createInProcessSignals()
}
