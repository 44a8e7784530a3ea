/**
 * Diagnosis without a model: look, let every analyzer speak, rank what they say, conclude. It is the fallback, the model's
 * head start, and a check on the model.
 */
import type { EnvironmentMap } from '../../guidance/environment/environment-map.ts'
import { type ConcernedContext, concernedContext } from '../incident/concerned-context.ts'
import type { DiagnosisOutcome, Situation } from '../incident/diagnosis.ts'
import type { Incident } from '../incident/incident.ts'
import { observeCluster } from './cluster/observe-cluster.ts'
import { conclude } from './conclude.ts'
import { isAboutDatabase } from './database/asking/database-concern.ts'
import { observeDatabase } from './database/observe-database.ts'
import type { Evidence } from './evidence.ts'
import type { Analyzer, Finding } from './finding.ts'
import { ANALYZERS, worksAsDesigned } from './findings/analyzers.ts'
import { tellWay } from './findings/dependencies/failing-dependency.ts'
import { strangersAside } from './findings/strangers.ts'
import { createStepJudge, type Hands } from './gates/judge-step.ts'
import { heldAgainstFigure } from './held-against-figure.ts'
import { type Consult, keepCallBack, recallKnowledge } from './known/recall-knowledge.ts'
import { actOnFacts } from './lenses/act-on-facts.ts'
import { askAround } from './lenses/ask-around.ts'
import { keptGuesses, keptMap, placesOf, spokenOf, thingsOf } from './lenses/keep-map.ts'
import { lookThrough, ownOnset } from './lenses/look-through.ts'
import { keptChanges, keptFacts, tellFacts } from './lenses/tell-facts.ts'
import { heedNote } from './note/heed-note.ts'
import { rank } from './rank.ts'
import type { Observation, Scene } from './scene.ts'
import { observeSignals } from './signals/observe-signals.ts'
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
  /** Without it nothing is looked up in the knowledge base. */
  consult?: Consult
}

/** With the scene it was read from, by which a model's wishes are judged. */
export type Analysis = DiagnosisOutcome & { subject: Subject; findings: readonly Finding[]; scene: Scene }

export async function analyse(parts: AnalysisParts): Promise<Analysis> {
  const { incident, environment, clusterName, evidence, now, hands, personSaid = '', consult } = parts
  const stated = readSubject({ incident, environment, clusterName })
  const bare: Scene = { now, subject: stated, environment, exhibits: [] }
  const atOnce = worksAsDesigned(bare)
  await keepCallBack(consult, stated, evidence)
  const spoken = readSubject({ incident: withNote(incident, personSaid), environment, clusterName })
  const heeded = await heedNote({ note: personSaid, subject: spoken, environment, evidence, now })
  const { subject } = heeded
  // A heartbeat that fires is not investigated.
  const looked = atOnce.length > 0 ? bare : await observe({ now, subject, environment, evidence })
  const observed: Scene = { ...looked, ...(heeded.names && { noted: { names: heeded.names, stated } }) }
  const heard = atOnce.length > 0 ? { findings: atOnce, failures: [] } : hearAnalyzers(ANALYZERS, observed)
  const findings = tellWay(
    rank(strangersAside(heldAgainstFigure(heard.findings, observed), observed), observed.subject),
    observed,
  )
  const known = await recallKnowledge({ consult, scene: observed, findings, evidence })
  const strangers = findings.filter((one) => one.isStranger).map(({ subject: who }) => who)
  const told = { ...observed, ...(strangers.length > 0 && { strangers }) }
  const scene: Scene = known.length === 0 ? told : { ...told, known, exhibits: [...evidence.exhibits] }
  const seen = lookThrough(scene)
  const judge = createStepJudge({ hands, scene, findings, personSaid })
  const concluded = tellFacts(conclude(findings, scene, judge), findings, seen, scene)
  const { diagnosis, wanted } = actOnFacts(concluded, { scene, seen, findings, hands, personSaid })
  const notSeen = [...diagnosis.notSeen, ...heard.failures, ...seen.failures]
  const context = concernedContext(incident, environment, diagnosis)
  const suggestedActions = [...diagnosis.suggestedActions, ...contextSuggestions(context, diagnosis.situation)]
  const conclusion = [diagnosis.conclusion, heeded.sentence].filter(Boolean).join(' ')
  const map = keptMap(seen, diagnosis.faults, thingsOf(scene, seen), placesOf(scene), spokenOf(scene))
  const beginning = ownOnset(seen)
  const kept = {
    facts: keptFacts(seen, scene),
    guesses: keptGuesses(seen, scene, findings),
    changes: keptChanges(seen, scene),
    ...(beginning && { onset: beginning.toISOString() }),
    ...(map && { map }),
    ...(known.length > 0 && { knowledge: known }),
  }
  const complete = { ...diagnosis, conclusion, notSeen, suggestedActions, ...kept }
  return { diagnosis: complete, wanted, subject: scene.subject, findings, scene }
}

/** A person's words are read as the alert's are: they say where to look, and name nobody a step may touch. */
function withNote(incident: Incident, note: string): Incident {
  return note.trim() === '' ? incident : { ...incident, description: `${incident.description}\n${note}` }
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

// Looks at the systems the alert concerns, domain by domain, and puts the scene together.

type Part = (observation: Observation) => Promise<Partial<Scene>>

/** A database's own alert is looked at in the database first: calls are limited, and its pods seldom tell why it is slow. */
async function observe(given: Omit<Observation, 'scene'>): Promise<Scene> {
  const { now, subject, environment, evidence } = given
  let scene: Scene = { now, subject, environment, exhibits: evidence.exhibits }
  for (const part of partsInOrder(given))
    scene = { ...scene, ...(await part({ ...given, subject: scene.subject, scene })) }
  return { ...scene, exhibits: [...evidence.exhibits] }
}

function partsInOrder({ subject, environment }: Pick<Observation, 'subject' | 'environment'>): readonly Part[] {
  const known = isAboutDatabase(subject, environment)
    ? [observeDatabase, observeCluster, observeSignals]
    : [observeCluster, observeSignals, observeDatabase]
  return [...known, askAround]
}

// What people told us in advance, as things a person could do. It stands beside the findings and is never part of a plan.

const STEPS_MAX = 10

/** Where nothing is wrong nobody needs a procedure. */
function contextSuggestions({ service, commonIssues }: ConcernedContext, situation: Situation): string[] {
  if (situation === 'recovered' || situation === 'works_as_designed') return []
  const procedures = commonIssues.flatMap(({ issue, standardProcedure }) => {
    const steps = standardProcedure.slice(0, STEPS_MAX).map((step, at) => `${at + 1}. ${step}`)
    return steps.length === 0 ? [] : [`Standard procedure for the known issue “${issue}”: ${steps.join(' ')}`]
  })
  const { team = '', oncall = '' } = service ?? {}
  const people = [team, oncall === '' ? '' : `on call: ${oncall}`].filter(Boolean).join(', ')
  return [...procedures, ...(people === '' ? [] : [`Call on those who look after ${service?.name}: ${people}.`])]
}
