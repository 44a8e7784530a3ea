/** A plan and what a person is told about it. A digest stands for exactly these bytes: what is confirmed is what runs. */
import { createHash, createHmac } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Effect, RiskLevel } from '../../guidance/policy/effect.ts'
import type { PluginCall } from '../../plugins/plugin.ts'

type Inverse = PluginCall | { impossible: string }

/** One plugin call of a plan, with what it would do as it was seen when the plan was made. */
export type PlannedAction = {
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  why: string
  risk: RiskLevel
  targets: Effect['targets']
  changes: Effect['changes']
  commands: readonly string[]
  /** What must still hold when it acts. */
  preconditions: Readonly<Record<string, unknown>>
  rollback: Inverse
}

export type ProposalDocument = {
  incident: string
  version: number
  /** A remedy for the fault, or the undoing of a remedy that made things worse. */
  purpose: 'remedy' | 'undo'
  description: string
  steps: readonly string[]
  actions: readonly PlannedAction[]
  riskLevel: RiskLevel
  estimatedDuration: string
  rollbackPlan: string
}

/** Still without its number. */
export type ProposalDraft = Omit<ProposalDocument, 'incident' | 'version'>

/** Why one action of a wanted plan is not proposed. */
export type Refusal = {
  plugin: string
  parameters: Readonly<Record<string, unknown>>
  reason: string
  sentence: string
}

export type ProposalAttempt = { draft: ProposalDraft } | { refusals: readonly Refusal[] }

export type Proposal = ProposalDocument & { digest: string; proposedAt: Date }

/** Whose word it is, and when: sealed together with the digest. */
export type Approval = { digest: string; by: string; via: string; comment: string; at: Date; seal: string }

/**
 * Digests and seals. With a key that is kept outside the database, an edit in the database can neither change a plan nor
 * invent an approval; without one the digest is a plain hash and only accidents are noticed.
 */
export type Sealer = {
  digestOf(document: ProposalDocument): string
  sealOf(approval: Omit<Approval, 'seal'> & { incidentId: string }): string
}

export function createSealer(key: string | undefined): Sealer {
  const hash = (purpose: string, content: unknown) => {
    const text = `${purpose}\n${canonicalize(content) ?? ''}`
    const maker = key ? createHmac('sha256', key) : createHash('sha256')
    return maker.update(text).digest('hex')
  }
  return {
    digestOf: (document) => hash('firebreak plan', document),
    sealOf: ({ at, ...approval }) => hash('firebreak approval', { ...approval, at: at.toISOString() }),
  }
}
