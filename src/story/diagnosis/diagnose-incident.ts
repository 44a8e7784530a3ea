/** The front of the room: one incident in, one diagnosis out, every call and turn recorded on the way. */

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import canonicalize from 'canonicalize'
import { type EnvironmentMap, readEnvironment } from '../../guidance/environment/environment-map.ts'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Plugin, PluginCall, PluginResult } from '../../plugins/plugin.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Diagnosis, InstructionFlag } from '../incident/diagnosis.ts'
import { provenCause } from '../incident/gathering.ts'
import type { Incident, WholeIncident } from '../incident/incident.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import type { Steps } from '../incident/steps.ts'
import { tie, tieOfObject, workloadOfPod } from '../incident/ties.ts'
import { analyse } from './analyse.ts'
import { beginLook } from './begin-look.ts'
import { isSame } from './cluster/pods/workload-pods.ts'
import { type Consider, considerTwice, type Diagnosed } from './consider-twice.ts'
import { type AskPlugin, Evidence, type Exhibit } from './evidence.ts'
import type { Finding } from './finding.ts'
import { spelledOut } from './gates/fitting-parameters.ts'
import {
  createRecogniser,
  findOrders,
  type GivesOrders,
  givesRunbookOrders,
  type HandNames,
  textsOfAlert,
  textsOfExhibits,
} from './instructions/gives-orders.ts'
import { keepFigure } from './keep-figure.ts'
import { RUNBOOKS } from './known/recall-knowledge.ts'
import { askModel } from './model/ask-model.ts'
import type { Mind } from './model/mind.ts'
import { SUBMIT } from './model/model-tools.ts'

export type DiagnosisParts = {
  door: Pick<PluginDoor, 'diagnose'>
  currentSettings: () => Promise<Settings>
  /** The environment context as it was put. */
  currentEnvironment: () => Promise<string>
  clock: Clock
}

/** What a diagnosis with a model needs besides. */
export type MindParts = DiagnosisParts & { mind: Mind }

type Task = {
  incident: Incident & Pick<Partial<WholeIncident>, 'feedback'>
  steps: Steps
  /** Where the run was taken up again. */
  resumedAt: Date | undefined
  signal: AbortSignal
  consider: Consider
}

export async function diagnoseIncident(parts: MindParts, task: Task): Promise<Diagnosed> {
  const { incident, signal } = task
  const look = await beginLook({ ...task, clock: parts.clock })
  const { steps, since: now } = look
  const { environment, clusterName, replicaChangeMax } = await whatIsTold(parts)
  const plugins = parts.mind.plugins()
  const hands = { plugins, replicaChangeMax }
  const evidence = new Evidence(recordedCall(parts.door, { steps, signal }), {
    startAt: look.callsBefore,
    spellOut: spelledOut(plugins),
  })
  const { feedback } = incident
  const seeing = { incident, environment, clusterName, evidence, now, hands }
  const found = await analyse({ ...seeing, personSaid: feedback, consult: parts.mind.searchKnowledge })
  const givesOrders = createRecogniser(handNames(plugins))
  const flags = parts.mind.redactor.redactValue(ordersIn(incident, evidence.exhibits, givesOrders))
  const analysis = { ...found, diagnosis: { ...found.diagnosis, flags } }
  await steps.act(
    'tell the findings',
    async () => null,
    () => [...analysis.findings.slice(0, FINDINGS_SHOWN).map(foundEvent), ...flags.map(flaggedEvent)],
  )
  const { steps: runSteps } = task
  const asked = { incident, feedback, analysis, evidence, environment, hands, givesOrders, look, runSteps, signal }
  const consultation = await askModel(parts.mind, asked)
  const diagnosed = await considerTwice(consultation, { consider: task.consider, look })
  await tellFlags(steps, flags, diagnosed.diagnosis.flags)
  const { GATHER_SECONDS } = await parts.currentSettings()
  const reached = async () => ({
    ...diagnosed,
    diagnosis: await withReach(diagnosed.diagnosis, { evidence, environment }),
  })
  const complete = GATHER_SECONDS === 0 ? diagnosed : await reached()
  evidence.handOver('analysis', 1)
  await keepFigure(parts, { incident, evidence, now })
  return complete
}

/** By people, in settings and the environment context; asked at the moment of use. */
export async function whatIsTold({ currentSettings, currentEnvironment }: DiagnosisParts) {
  const { CLUSTER_NAME, MAX_REPLICA_CHANGE: replicaChangeMax } = await currentSettings()
  const environment = readEnvironment(await currentEnvironment())
  return { environment, clusterName: CLUSTER_NAME || undefined, replicaChangeMax }
}

const FINDINGS_SHOWN = 20

/** Runbooks tell people what to do; only what is written for a model is an order there. */
function ordersIn(incident: Incident, exhibits: readonly Exhibit[], givesOrders: GivesOrders): InstructionFlag[] {
  const [runbooks, others] = [exhibits.filter(isRunbooks), exhibits.filter((one) => !isRunbooks(one))]
  return [
    ...findOrders([...textsOfAlert(incident), ...textsOfExhibits(others)], givesOrders),
    ...findOrders(textsOfExhibits(runbooks), givesRunbookOrders),
  ]
}

function isRunbooks({ plugin }: Exhibit): boolean {
  return plugin === RUNBOOKS
}

/** Those the model's own calls brought to light. */
async function tellFlags(
  steps: Steps,
  known: readonly InstructionFlag[],
  all: readonly InstructionFlag[],
): Promise<void> {
  const texts = new Set(known.map(({ text }) => text))
  const further = all.filter(({ text }) => !texts.has(text))
  if (further.length === 0) return
  await steps.act(
    'tell what else gives orders',
    async () => null,
    () => further.map(flaggedEvent),
  )
}

/** Of the diagnostic ones only those that no metric or log bears by chance. */
export function handNames(plugins: readonly Plugin[]): HandNames {
  const isOurs = ({ name, category }: Plugin) => category === 'remediation' || /^(custom|shell|llm)\./.test(name)
  return {
    deeds: [...plugins.filter(isOurs).map(({ name }) => name), SUBMIT],
    looks: plugins.filter((plugin) => !isOurs(plugin)).map(({ name }) => name),
  }
}

/** The call's own words name its step, so that it is found again in whatever order things are asked. */
export function recordedCall(
  door: Pick<PluginDoor, 'diagnose'>,
  { steps, signal }: Pick<Task, 'steps' | 'signal'>,
): AskPlugin {
  return async ({ id, by, plugin, parameters, afterSeconds }) => {
    const answered = await steps.act(
      `${by} asks ${plugin} ${digestOf({ plugin, parameters })}${afterSeconds === undefined ? '' : ' once more'}`,
      async () => {
        if (afterSeconds !== undefined) await pause(afterSeconds * 1000, undefined, { signal })
        const { result, seconds, parameters: cleaned } = await door.diagnose({ plugin, parameters }, signal)
        // A call that was cut short because we stop says nothing about the world: whoever carries on asks again.
        signal.throwIfAborted()
        return { result, seconds: Math.round(seconds * 1000) / 1000, parameters: cleaned }
      },
      ({ result, seconds, parameters: cleaned }) => [
        calledEvent({ id, by, plugin, parameters: cleaned, result, seconds }),
      ],
    )
    return answered.result
  }
}

function digestOf(call: PluginCall): string {
  return createHash('sha256')
    .update(canonicalize(call) ?? '')
    .digest('hex')
    .slice(0, 24)
}

type Called = PluginCall & { id: string; by: string; result: PluginResult; seconds: number }

function calledEvent({ id, by, plugin, parameters, result, seconds }: Called): NewEvent {
  return { kind: 'tool_call', data: { tool: plugin, parameters, result, call: id, by, seconds } }
}

function flaggedEvent({ where, text }: InstructionFlag): NewEvent {
  return { kind: 'instruction_flagged', data: { where, text } }
}

function foundEvent({ kind, statement, confidence, evidence }: Finding): NewEvent {
  return { kind: 'analysis_found', data: { kind, statement, confidence, evidence: evidence.slice(0, 10) } }
}

// Whom a proven cause reaches, along ties that were seen or told: who runs there, and who depends on those.

/** As many as a node may hold, and more. */
const PODS_MAX = 500

type Placed = { namespace: string; name: string }
type ShownPod = Placed & { owner?: string }
type Known = { evidence: Evidence; environment: EnvironmentMap }

/** The diagnosis with the names it reaches, where it has proven something, or with the word that nothing could be seen. */
async function withReach(diagnosis: Diagnosis, { evidence, environment }: Known): Promise<Diagnosis> {
  if (!hasSeen(evidence)) return { ...diagnosis, isBlind: true }
  const cause = provenCause(diagnosis)
  const own = cause && tieOfObject(cause.object)
  if (own === undefined) return diagnosis
  const pods = own.startsWith('node ') ? await podsOn(own.slice('node '.length), evidence) : []
  const hit = [...pods.map(workloadOf), ...workloadIn(own)]
  const suffering = [...hit, ...dependentsOf(hit, environment)]
  const reach = [
    own,
    ...pods.map(({ namespace, name }) => tie('pod', `${namespace}/${name}`)),
    ...suffering.map(({ namespace, name }) => tie('workload', `${namespace}/${name}`)),
    ...suffering.filter((one) => isInContext(one, environment)).map(({ name }) => tie('service', name)),
  ]
  return { ...diagnosis, reach: [...new Set(reach)] }
}

/** What people wrote down says nothing of how things are. */
function hasSeen({ exhibits }: Evidence): boolean {
  return exhibits.some(({ plugin, result }) => result.success && plugin !== RUNBOOKS)
}

/** A Deployment's ReplicaSet bears its name and one word more. */
function workloadOf({ namespace, name, owner = '' }: ShownPod): Placed {
  const [kind, ownerName] = owner.split('/')
  if (ownerName === undefined) return { namespace, name: workloadOfPod(name) }
  return { namespace, name: kind === 'ReplicaSet' ? ownerName.replace(/-[^-]+$/, '') : ownerName }
}

async function podsOn(node: string, evidence: Evidence): Promise<ShownPod[]> {
  const result = (await evidence.ask('list_pods', { namespace: '*', node, limit: PODS_MAX }))?.result
  const pods = result?.success ? (result.data as { pods?: unknown }).pods : undefined
  return Array.isArray(pods) ? pods.filter(isPlaced) : []
}

function isPlaced(pod: unknown): pod is ShownPod {
  const { namespace, name } = (pod ?? {}) as Partial<Placed>
  return typeof namespace === 'string' && typeof name === 'string'
}

function workloadIn(own: string): Placed[] {
  const [, namespace, name] = /^workload ([^/]+)\/(.+)$/.exec(own) ?? []
  return namespace !== undefined && name !== undefined ? [{ namespace, name }] : []
}

/** Those whom people told us to depend on one of them. */
function dependentsOf(hit: readonly Placed[], { services }: EnvironmentMap): Placed[] {
  const names = new Set(services.filter((service) => hit.some((one) => isSame(one, service))).map(({ name }) => name))
  return services.filter(({ dependencies }) => dependencies.some((one) => names.has(one)))
}

function isInContext(one: Placed, { services }: EnvironmentMap): boolean {
  return services.some((service) => isSame(one, service))
}
