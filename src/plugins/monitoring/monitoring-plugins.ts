import type { Plugin } from '../plugin.ts'
import getIssue from './errors.get_issue.ts'
import queryLogs from './logs.query.ts'
import query from './metrics.query.ts'
import queryRange from './metrics.query_range.ts'

export const MONITORING_PLUGINS: readonly Plugin[] = [query, queryRange, queryLogs, getIssue]
