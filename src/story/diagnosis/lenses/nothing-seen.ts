/** That there is nothing is said only of what was asked and answered; of the rest that it could not be seen. */
import type { Exhibit } from '../evidence.ts'
import { clockTime } from '../signals/points.ts'

export function nothingSeen(exhibits: readonly Exhibit[], onset: Date): string {
  const answered = new Set(exhibits.flatMap(({ plugin, result }) => (result.success ? [plugin] : [])))
  const has = (...plugins: readonly string[]) => plugins.some((plugin) => answered.has(plugin))
  const figures = has('metrics.query_range')
  const lines = has('logs.query', 'get_pod_logs')
  const changes = has('list_pods', 'get_events')
  const at = clockTime(onset)
  if (figures && lines && changes)
    return `Around ${at} nothing moved there, nothing is newly said and nothing was changed.`
  return [
    figures ? `Around ${at} nothing moved there.` : `Whether anything moved there around ${at} could not be seen.`,
    lines ? 'Nothing is newly said there.' : 'What is newly said there could not be seen.',
    changes ? 'Nothing was changed there.' : 'What was changed there could not be seen.',
  ].join(' ')
}
