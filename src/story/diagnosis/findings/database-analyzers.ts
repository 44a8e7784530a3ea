import type { Analyzer } from '../finding.ts'

export const DATABASE_ANALYZERS: readonly Analyzer[] = []
