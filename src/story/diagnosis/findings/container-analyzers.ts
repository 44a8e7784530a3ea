import type { Analyzer } from '../finding.ts'

export const CONTAINER_ANALYZERS: readonly Analyzer[] = []
