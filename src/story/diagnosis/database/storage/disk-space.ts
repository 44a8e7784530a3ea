/** Room on the server's disk, where the metrics server knows it. */
import type { DatabaseScene } from '../database-scene.ts'
import { type Figure, figuresNamed, pointsOf, quoteOfLast } from '../server/figures.ts'
import { bytes, percent } from '../session-words.ts'

const FREE = /^(node_filesystem_(avail|free)_bytes|kubelet_volume_stats_available_bytes)$|free_?storage/i
const WHOLE = /^(node_filesystem_size_bytes|kubelet_volume_stats_capacity_bytes)$/
const SHRUNK = 0.95

type FallingDisk = {
  figure: Figure
  quote: string
  sentence: string
  isNearlyFull: boolean
  /** Its whole size, where that is measured too. */
  whole: number | undefined
}

/** The volume that loses room fastest. */
export function fallingDisk({ figures }: Pick<DatabaseScene, 'figures'>): FallingDisk | undefined {
  const candidates = figuresNamed(figures, FREE).flatMap((figure) => {
    const points = pointsOf(figure)
    const [first, last] = [points[0]?.value, points.at(-1)?.value]
    return first !== undefined && last !== undefined && first > 0 ? [{ figure, first, last }] : []
  })
  const [worst] = candidates.sort((one, other) => one.last / one.first - other.last / other.first)
  if (worst === undefined) return undefined
  const { figure, first, last } = worst
  const whole = wholeOf(figure, figures)
  const isNearlyFull = whole !== undefined && last < 0.15 * whole
  if (last > SHRUNK * first && !isNearlyFull) return undefined
  const share = whole === undefined ? '' : ` (${percent(last / whole)} of ${bytes(whole)})`
  const fell = last < first ? `fell from ${bytes(first)} to ${bytes(last)}` : `stands at ${bytes(last)}`
  return { figure, quote: quoteOfLast(figure), sentence: `Free disk space ${fell}${share}.`, isNearlyFull, whole }
}

/** The size of the same volume: all labels but the name are alike. */
function wholeOf(figure: Figure, figures: readonly Figure[]): number | undefined {
  const key = labelsOf(figure)
  const same = figuresNamed(figures, WHOLE).find((one) => labelsOf(one) === key)
  return same && pointsOf(same).at(-1)?.value
}

function labelsOf({ thing }: Figure): string {
  const { __name__: _, ...labels } = thing.metric
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => one.localeCompare(other)))
}
