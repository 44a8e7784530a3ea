/** The same things listed in another order. */
import type { CaseFile } from '../../world/case/case-file.ts'
import type { Dice } from './dice.ts'

export function exchangeOrders(file: CaseFile, { shuffled }: Dice): CaseFile {
  const { kubernetes, pod_logs, metrics, logs, postgres } = file.world
  const views = Object.entries(postgres?.views ?? {}).map(([name, rows]) => [name, shuffled(rows)] as const)
  return {
    ...file,
    world: {
      ...file.world,
      ...(kubernetes && { kubernetes: { ...kubernetes, items: shuffled(kubernetes.items) } }),
      ...(pod_logs && { pod_logs: shuffled(pod_logs) }),
      ...(metrics && { metrics: { series: shuffled(metrics.series) } }),
      ...(logs && { logs: { streams: shuffled(logs.streams) } }),
      ...(postgres?.views && { postgres: { ...postgres, views: Object.fromEntries(views) } }),
    },
  }
}
