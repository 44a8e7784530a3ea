/** What a span tells, in the names tracing systems know: the model's by OpenTelemetry's conventions, ours under firebreak. */
import type { Attributes } from '@opentelemetry/api'
import type { SpanFacts } from '../../ports/traces.ts'

const NAMES: Readonly<Record<Exclude<keyof SpanFacts, 'hasFailed'>, string>> = {
  outcome: 'firebreak.outcome',
  plugin: 'firebreak.plugin.name',
  purpose: 'firebreak.plugin.purpose',
  provider: 'gen_ai.provider.name',
  model: 'gen_ai.request.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  cachedInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  source: 'firebreak.diagnosis.source',
  confidence: 'firebreak.diagnosis.confidence',
  phase: 'firebreak.action.phase',
  riskLevel: 'firebreak.plan.risk_level',
  decision: 'firebreak.decision',
  via: 'firebreak.decision.via',
  status: 'firebreak.incident.status',
  attempts: 'firebreak.run.attempts',
}

export const INCIDENT_ID = 'firebreak.incident.id'

export function attributesOf(facts: SpanFacts): Attributes {
  const attributes = Object.entries(NAMES).map(([fact, name]) => [name, facts[fact as keyof typeof NAMES]] as const)
  return Object.fromEntries(attributes.filter(([, value]) => value !== undefined)) as Attributes
}
