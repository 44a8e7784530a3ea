/** Puts findings in order of causality: what explains the rest first, what is explained behind it, asides last. */
import type { Finding, ObjectName } from './finding.ts'
import { mayExplain } from './may-explain.ts'
import type { Subject } from './subject.ts'

const WEIGHTS = { cause: 2, symptom: 1, context: 0 } as const
/** A guess must not push aside what is known. */
const CONFIDENCE_THAT_COUNTS = 0.5

export function rank(findings: readonly Finding[], subject: Subject): Finding[] {
  const kept = withoutReassurance(withoutRepeats(findings))
  const isExplained = (finding: Finding) =>
    kept.some((one) => kindsExplainedBy(one).includes(finding.kind) && mayExplain(one, finding))
  const demoted = kept.map((finding) =>
    finding.weight === 'cause' && isExplained(finding) ? { ...finding, weight: 'symptom' as const } : finding,
  )
  return demoted.sort((one, other) => scoreOf(other, subject) - scoreOf(one, subject) || earlierFirst(one, other))
}

function kindsExplainedBy({ explains = [], confidence, kind }: Finding): readonly string[] {
  return confidence >= CONFIDENCE_THAT_COUNTS ? explains.filter((one) => one !== kind) : []
}

/** "All is well" is no news where something is wrong now. */
function withoutReassurance(findings: readonly Finding[]): readonly Finding[] {
  const isFaulty = findings.some(
    ({ situation, weight, confidence }) =>
      situation === 'fault' && weight !== 'context' && confidence >= CONFIDENCE_THAT_COUNTS,
  )
  if (!isFaulty) return findings
  return findings.filter(({ situation }) => situation !== 'recovered' && situation !== 'works_as_designed')
}

/** Several replicas tell the same story; the most certain of them speaks. */
function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const best = new Map<string, Finding>()
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.subject.kind} ${finding.subject.namespace} ${finding.subject.name}`
    const known = best.get(key)
    if (!known || known.confidence < finding.confidence) best.set(key, finding)
  }
  return [...best.values()]
}

function scoreOf(finding: Finding, subject: Subject): number {
  return WEIGHTS[finding.weight] * 10 + finding.confidence * 4 + (isAbout(finding.subject, subject) ? 1 : 0)
}

function isAbout({ name }: ObjectName, { pod, workload, service, node, claim, table, database }: Subject): boolean {
  return [pod, workload?.name, service, node, claim, table, database].includes(name)
}

function earlierFirst(one: Finding, other: Finding): number {
  return (one.since?.getTime() ?? Number.POSITIVE_INFINITY) - (other.since?.getTime() ?? Number.POSITIVE_INFINITY) || 0
}
