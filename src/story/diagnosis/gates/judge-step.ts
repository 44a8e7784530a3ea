/** The one judgement of a step, whoever wants it: its plugin's own gate, on the facts, for what is tied to the alert. */
import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import { DATABASE_PLUGINS } from '../../../plugins/database/database-plugins.ts'
import { type StepObject, type TieOf, whyNotWanted } from '../../../plugins/gate.ts'
import type { Plugin } from '../../../plugins/plugin.ts'
import { type ClearedStep, clearStep, type WantedAction } from '../../incident/wanted-step.ts'
import { readClusterScene } from '../cluster/reading/read-cluster-scene.ts'
import type { Exhibit } from '../evidence.ts'
import type { Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { askedByRelease } from './asked-by-release.ts'
import { fittingParameters } from './fitting-parameters.ts'
import { whyNobody } from './names-nobody.ts'
import { saidOrders } from './said-orders.ts'
import { statedSubject } from './stated-subject.ts'
import { stepFacts } from './step-facts.ts'
import { tieOf as tieByListings } from './ties.ts'

/** What there is to act with, and how far people let it go. */
export type Hands = { plugins: readonly Plugin[]; replicaChangeMax: number }

type JudgedStep = { step: ClearedStep } | { refusal: string }
export type JudgeStep = (action: WantedAction) => JudgedStep

type Given = {
  hands: Hands
  scene: Scene
  findings: readonly Finding[]
  /** What a person said with the wish to look again. */
  personSaid: string
  /** Further objects that somebody has proven to be at fault. */
  isProven?: (object: StepObject) => boolean
  /** What else is tied to the alert, where its labels name nobody. */
  tieOf?: TieOf
  /** When it began, by what was seen. */
  onset?: Date | undefined
  /** A person wrote the step and so has said whom it is about. */
  isHandedIn?: boolean
}

/** Reads what was seen when it is first asked; most diagnoses want nothing. */
export function createStepJudge(given: Given): JudgeStep {
  let grounds: ReturnType<typeof groundsOf> | undefined
  return (action) => {
    const plugin = given.hands.plugins.find(({ name }) => name === action.plugin)
    if (plugin?.category !== 'remediation')
      return {
        refusal: `${action.plugin.slice(0, 60) || 'an action without a plugin'} is no step that can be proposed.`,
      }
    const checked = fittingParameters(plugin, action.parameters)
    if ('error' in checked) return { refusal: `its parameters do not fit: ${checked.error}.` }
    grounds ??= groundsOf(given)
    if (grounds.nobody !== undefined && !OF_DATABASE.has(plugin.name)) return { refusal: grounds.nobody }
    const facts = { ...grounds.facts, onset: action.began ?? grounds.facts.onset }
    const refusal = whyNotWanted(plugin.gate, checked.parameters, { ...grounds, facts })
    return refusal === undefined ? { step: clearStep(action) } : { refusal }
  }
}

/** A database is tied to an alert by what is asked of it. */
const OF_DATABASE = new Set(DATABASE_PLUGINS.map(({ name }) => name))

function groundsOf({ hands, scene, findings, personSaid, isProven, tieOf, onset, isHandedIn }: Given) {
  const { exhibits } = scene
  // Whom a text names is looked at; only whom a label names is acted on, where a label names anybody.
  const subject = statedSubject(scene.noted?.stated ?? scene.subject)
  const cluster = exhibits.some(showsCluster) ? readClusterScene(exhibits, subject) : undefined
  const isFound = (object: StepObject) => findings.some((finding) => isAtFault(finding, object))
  const facts = stepFacts({
    ...{ scene: { ...scene, subject }, cluster, personSaid, replicaChangeMax: hands.replicaChangeMax },
    isProvenAtFault: (object) => isFound(object) || (isProven?.(object) ?? false),
    notes: isHandedIn ? [] : notesOf(scene.environment),
    heard: isHandedIn ? [] : saidOrders(scene),
    // What more is asked of whom is for a person to weigh who wants the step himself.
    ...(isHandedIn && { isWorkOver: () => true }),
    askedByRelease: (one) => (cluster && !isHandedIn ? askedByRelease(scene, cluster, one) : undefined),
  })
  const listed = tieByListings({
    ...{ scene: { ...scene, subject }, cluster, findings, sessions: facts.sessions, personSaid, onset },
  })
  const nobody = isHandedIn === true ? undefined : whyNobody(scene, personSaid)
  return { facts, nobody, tieOf: (object: StepObject) => listed(object) ?? tieOf?.(object) }
}

/** A description speaks of its own service, whether it says the name or not. */
function notesOf({ notes, services }: EnvironmentMap): string[] {
  return [...notes, ...services.map(({ name, description }) => `${name}: ${description}`)]
}

/** It is what a finding is about, or what a finding's own step would touch. */
function isAtFault({ weight, situation, subject, actions }: Finding, { kind, namespace, name }: StepObject): boolean {
  if (weight === 'context' || situation !== 'fault') return false
  const isSubject = subject.kind === kind && subject.name === name && subject.namespace === namespace
  return isSubject || actions.some(({ parameters }) => Object.values(parameters).includes(name))
}

function showsCluster({ plugin }: Exhibit): boolean {
  return ['list_pods', 'describe_pod', 'llm.orchestrator_action'].includes(plugin)
}
