/** How busy the server's processor is, and whether statements spill onto its disk, where anybody measures it. */
import type { DatabaseScene } from '../database-scene.ts'
import { callRiseOf } from '../statements/statement-rise.ts'
import { type Figure, figuresNamed, lastOf, riseOf } from './figures.ts'

type CpuLoad = { share: number; figure: Figure }

const BUSY = 0.7
/** Some exporters count to 1, others to 100. */
const LARGEST_SHARE = 1.5

/** The busiest of what is measured; undefined where nobody measures it, which is not idle. */
export function cpuLoad({ figures }: Pick<DatabaseScene, 'figures'>): CpuLoad | undefined {
  const loads = figuresNamed(figures, /cpu/i).flatMap((figure) => {
    const last = lastOf(figure)
    return last === undefined ? [] : [{ figure, share: last > LARGEST_SHARE ? last / 100 : last }]
  })
  return loads.sort((one, other) => other.share - one.share)[0]
}

export function isBusy(load: CpuLoad | undefined): load is CpuLoad {
  return load !== undefined && load.share >= BUSY
}

const SPILLED_BYTES = 1024 ** 3

/** The counter of temporary files, where it has grown by much. */
export function spilling({ figures }: Pick<DatabaseScene, 'figures'>): Figure | undefined {
  return figuresNamed(figures, /^pg_stat_database_temp_bytes(_total)?$/).find((one) => riseOf(one) >= SPILLED_BYTES)
}

// Whether a server is known to have more to do than usual: by its processor, or where nobody measures that, by its
// transactions.

export function isServerBusy(database: Pick<DatabaseScene, 'figures'>): boolean {
  const load = cpuLoad(database)
  return load === undefined ? callRiseOf(database) !== undefined : isBusy(load)
}
