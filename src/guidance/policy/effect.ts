/** What a remediation would do, in the words policy judges by. Policy knows no plugin. */
export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

type EffectTarget = {
  system: 'kubernetes' | 'database' | 'shell' | 'custom'
  /** Where the target has one. Cluster-wide objects such as nodes have none. */
  namespace?: string
  kind: string
  name: string
}

export type Effect = {
  targets: readonly EffectTarget[]
  /** Only for a change of a replica count. `atHourStart` is the count an hour ago as far as events show it. */
  replicas?: { from: number; to: number; lastNonZero?: number }
  /** What a person reads as current → new. */
  changes: readonly { field: string; from: string; to: string }[]
  /** Every command or statement text that would run; FORBIDDEN_VERBS reads them all. */
  commands: readonly string[]
  risk: RiskLevel
}
