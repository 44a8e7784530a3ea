/** Every analyzer of the house. The order does not matter: findings are ranked afterwards. */
import type { Analyzer } from '../finding.ts'
import { CLUSTER_ANALYZERS } from './cluster-analyzers.ts'
import { CONTAINER_ANALYZERS } from './container-analyzers.ts'
import { DATABASE_ANALYZERS } from './database-analyzers.ts'
import { SIGNAL_ANALYZERS } from './signal-analyzers.ts'

export const ANALYZERS: readonly Analyzer[] = [
  ...CONTAINER_ANALYZERS,
  ...CLUSTER_ANALYZERS,
  ...DATABASE_ANALYZERS,
  ...SIGNAL_ANALYZERS,
]
