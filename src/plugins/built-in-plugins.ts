/** The built-ins, family by family. A new plugin is a new file and one line in its family's list. */
import { DATABASE_PLUGINS } from './database/database-plugins.ts'
import { KUBERNETES_PLUGINS } from './kubernetes/kubernetes-plugins.ts'
import { MONITORING_PLUGINS } from './monitoring/monitoring-plugins.ts'
import { ORCHESTRATOR_PLUGINS } from './orchestrator/orchestrator-plugins.ts'
import type { Plugin } from './plugin.ts'
import searchRunbooks from './runbook/runbook.search.ts'
import { SHELL_PLUGINS } from './shell/shell-plugins.ts'

export const BUILT_IN_PLUGINS: readonly Plugin[] = [
  ...KUBERNETES_PLUGINS,
  ...DATABASE_PLUGINS,
  ...MONITORING_PLUGINS,
  ...SHELL_PLUGINS,
  searchRunbooks,
  ...ORCHESTRATOR_PLUGINS,
]
