/**
 * Diagnosis without a model: look, let every analyzer speak, rank what they say, conclude. It is the fallback, the model's
 * head start, and a check on the model.
 */
import type { EnvironmentMap } from '../../guidance/environment/environment-map.ts'
import { concernedContext } from '../incident/concerned-context.ts'
import type { DiagnosisOutcome } from '../incident/diagnosis.ts'
import type { Incident } from '../incident/incident.ts'
import { conclude } from './conclude.ts'
import { contextSuggestions } from './context-suggestions.ts'
import type { Evidence } from './evidence.ts'
import type { Analyzer, Finding } from './finding.ts'
import { ANALYZERS } from './findings/analyzers.ts'
import { tellWay } from './findings/dependencies/way-down.ts'
import { worksAsDesigned } from './findings/works-as-designed.ts'
import { createStepJudge, type Hands } from './gates/judge-step.ts'
import { lookThrough } from './lenses/look-through.ts'
import { keptFacts, tellFacts } from './lenses/tell-facts.ts'
import { observe } from './observe.ts'
import { rank } from './rank.ts'
import type { Scene } from './scene.ts'
import { readSubject, type Subject } from './subject.ts'

type AnalysisParts = {
  incident: Incident
  environment: EnvironmentMap
  clusterName: string | undefined
  evidence: Evidence
  now: Date
  /** Without hands nothing is wanted. */
  hands: Hands
  /** What a person said with the wish to look again. */
  personSaid?: string | undefined
}

/** With the scene it was read from, by which a model's wishes are judged. */
export type Analysis = DiagnosisOutcome & { subject: Subject; findings: readonly Finding[]; scene: Scene }

export async function analyse(parts: AnalysisParts): Promise<Analysis> {
  const { incident, environment, clusterName, evidence, now, hands, personSaid = '' } = parts
  const subject = readSubject({ incident, environment, clusterName })
  const bare: Scene = { now, subject, environment, exhibits: [] }
  const atOnce = worksAsDesigned(bare)
  // A heartbeat that fires is not investigated.
  const scene = atOnce.length > 0 ? bare : await observe({ now, subject, environment, evidence })
  const heard = atOnce.length > 0 ? { findings: atOnce, failures: [] } : hearAnalyzers(ANALYZERS, scene)
  const findings = tellWay(rank(heard.findings, scene.subject), scene)
  const seen = lookThrough(scene)
  const judge = createStepJudge({ hands, scene, findings, personSaid })
  const { diagnosis, wanted } = tellFacts(conclude(findings, scene, judge), findings, seen, scene)
  const notSeen = [...diagnosis.notSeen, ...heard.failures, ...seen.failures]
  const context = concernedContext(incident, environment, diagnosis.conclusion)
  const suggestedActions = [...diagnosis.suggestedActions, ...contextSuggestions(context, diagnosis.situation)]
  const told = { ...diagnosis, notSeen, suggestedActions, facts: keptFacts(seen, scene) }
  return { diagnosis: told, wanted, subject: scene.subject, findings, scene }
}

type Heard = { findings: readonly Finding[]; failures: readonly string[] }

/** One that stumbles over what it was shown must not silence the others; that it did is said. */
export function hearAnalyzers(analyzers: readonly Analyzer[], scene: Scene): Heard {
  const findings: Finding[] = []
  const failures: string[] = []
  for (const analyze of analyzers) {
    try {
      findings.push(...analyze(scene))
    } catch (error) {
      failures.push(`${analyze.name}: this rule failed on what was seen (${(error as Error).message}).`)
    }
  }
  return { findings, failures }
}
