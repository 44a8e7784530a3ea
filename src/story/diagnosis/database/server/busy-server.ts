/** Whether a server is known to have more to do than usual: by its processor, or where nobody measures that, by its transactions. */
import type { DatabaseScene } from '../database-scene.ts'
import { callRiseOf } from '../statements/statement-rise.ts'
import { cpuLoad, isBusy } from './host-load.ts'

export function isServerBusy(database: Pick<DatabaseScene, 'figures'>): boolean {
  const load = cpuLoad(database)
  return load === undefined ? callRiseOf(database) !== undefined : isBusy(load)
}
