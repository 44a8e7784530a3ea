import type { Gatekeeper } from '../../guidance/access/gatekeeper.ts'
import { StartRefused } from '../../problem.ts'
import type { ServiceLog } from '../telemetry/log.ts'
import type { ListenOptions } from './listen-options.ts'

/** An API without keys may be reached from this machine alone, unless somebody said otherwise. */
export async function refuseOpenElsewhere(
  gatekeeper: Gatekeeper,
  { host, isLoopback, mayBeOpen }: ListenOptions,
  log: ServiceLog,
): Promise<void> {
  if (!(await gatekeeper.isOpen())) return
  if (!isLoopback && !mayBeOpen) {
    throw new StartRefused(
      `No key exists, so the API would be open to everyone who reaches ${host}. Give it a key (API_KEY, or firebreak keys create --role admin), or set ALLOW_OPEN_API=true.`,
    )
  }
  log.warn(
    {},
    `No key exists: the API is open to everyone who reaches ${isLoopback ? 'this machine’s loopback' : host}. The first one closes it: firebreak keys create --role admin.`,
  )
}
