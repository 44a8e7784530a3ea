import type { Analyzer } from '../finding.ts'

export const CLUSTER_ANALYZERS: readonly Analyzer[] = []
