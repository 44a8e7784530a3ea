import type { Plugin } from '../plugin.ts'
import getIssue from './errors.get_issue.ts'
import queryLogs from './logs.query.ts'
import query from './metrics.query.ts'
import queryRange from './metrics.query_range.ts'

/** Where nobody said where the server is, nothing can be asked of it. */
function offeredBy<Port extends 'metrics' | 'logs' | 'errors'>(port: Port, plugin: Plugin): Plugin {
  return { ...plugin, offer: async (tools) => ((await tools[port].isConfigured()) ? plugin : undefined) }
}

export const MONITORING_PLUGINS: readonly Plugin[] = [
  offeredBy('metrics', query as Plugin),
  offeredBy('metrics', queryRange as Plugin),
  offeredBy('logs', queryLogs as Plugin),
  offeredBy('errors', getIssue as Plugin),
]
