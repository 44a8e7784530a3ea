/** In what share of its periods a container was held back because it had used up its processor limit. */

import { recentOf } from './points.ts'
import { asRate } from './read-figures.ts'
import type { Figure, SignalScene } from './signal-scene.ts'

export type Throttling = { pod: string; container: string; share: number; figure: Figure }

const THROTTLED = 'container_cpu_cfs_throttled_periods_total'
const PERIODS = 'container_cpu_cfs_periods_total'

/** The most throttled first. */
export function throttlingOf({ figures }: Pick<SignalScene, 'figures'>): Throttling[] {
  const processor = figures.filter(({ family }) => family === 'processor')
  const all = processor
    .filter(({ name }) => name === THROTTLED)
    .flatMap((figure) => {
      const { pod = '', container = '' } = figure.labels
      const periods = processor.find(
        ({ name, labels }) => name === PERIODS && labels.pod === pod && labels.container === container,
      )
      const [held, whole] = [recentOf(asRate(figure)), periods && recentOf(asRate(periods))]
      return held === undefined || !whole ? [] : [{ pod, container, share: held / whole, figure }]
    })
  return all.sort((one, other) => other.share - one.share)
}
