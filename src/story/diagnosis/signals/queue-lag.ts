/** How far consumers are behind, partition by partition. */
import { median } from './points.ts'
import type { Figure, SignalScene } from './signal-scene.ts'

/** One partition, or the whole queue where it has none. */
export type Lag = {
  partition: string | undefined
  queue: string
  first: number
  last: number
  since: Date | undefined
  figure: Figure
}

const LAG = /lag|backlog|pending|messages|depth|length|queue_size|unacked/
const NOT_LAG = /offset|_rate$|published|delivered|_created/
const QUEUE_LABELS = [
  'topic',
  'queue',
  'queue_name',
  'subscription',
  'stream',
  'consumergroup',
  'consumer_group',
  'group',
]
const GROWTH = 3
const WORTH_TELLING = 100

export function lagsOf({ figures }: Pick<SignalScene, 'figures'>): Lag[] {
  const lags = figures.filter(({ family, name = '' }) => family === 'queue' && LAG.test(name) && !NOT_LAG.test(name))
  const detailed = lags.filter(({ labels }) => labels.partition !== undefined)
  return (detailed.length > 0 ? detailed : lags).flatMap(lagOf)
}

function lagOf(figure: Figure): Lag[] {
  const { points, labels } = figure
  const [before, now] = [points.slice(0, 3), points.slice(-2)]
  if (points.length < 4) return []
  const first = median(before.map(({ value }) => value))
  const last = median(now.map(({ value }) => value))
  const left = points.findLastIndex(({ value }) => value <= Math.max(first * 2, first + 10)) + 1
  const queue =
    QUEUE_LABELS.map((label) => labels[label]).find((value) => value !== undefined) ?? figure.name ?? 'the queue'
  const since = points[left] && new Date(points[left].at)
  return [{ partition: labels.partition, queue, first, last, since, figure }]
}

export function isGrowing({ first, last }: Lag): boolean {
  return last >= WORTH_TELLING && last > first * GROWTH
}
