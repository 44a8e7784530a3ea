import type { Analyzer } from '../finding.ts'

export const SIGNAL_ANALYZERS: readonly Analyzer[] = []
