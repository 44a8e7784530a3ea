/**
 * What must hold before a remediation may be wanted at all, by rule, model or person. Each remediation brings its gate; one
 * without a gate cannot be wanted. A gate judges the step by the facts, never the opinion of whoever wants it, and where it
 * refuses it names the missing fact or the value it would allow.
 */
import { type Deed, orderAgainst } from './written-orders.ts'

/** An object a step would touch. `kind` is `Pod`, `Deployment`, `Node`, `Namespace`, `Database`, `Session`, `Table` … */
export type StepObject = { kind: string; namespace?: string; name: string }

type Key = { namespace: string; name: string }

type PodFact = Key & {
  phase: string
  owner: { kind: string; name: string } | undefined
  /** Set where it is being deleted. */
  deletedAt: Date | undefined
  nodeName: string | undefined
  reason: string | undefined
}

export type DeploymentFact = Key & {
  replicas: number
  isPaused: boolean
  /** Who makes it, where something does. */
  controller?: string | undefined
  /** Annotations and labels by which people say what it is meant for; shown where it is at zero or paused, or is to be left alone. */
  marks?: Readonly<Record<string, string>>
}

export type NodeFact = {
  name: string
  isReady: boolean
  isUnschedulable: boolean
  conditions: readonly { type: string; status: string }[]
  taints: readonly { key: string; effect: string }[]
}

type AutoscalerFact = Key & { target: string }

/** The step of a Deployment from one revision to the next. */
export type ReleaseFact = {
  newest: number | string | undefined
  /** The one to return to; undefined where there is none. */
  earlier: number | string | undefined
  rolledOutAt: Date | undefined
  /** What lies literally between the two templates; undefined where nobody compared them yet. */
  differences: readonly unknown[] | undefined
  /** Pods of the earlier revision are there, and none of them is ready. */
  isEarlierUnwell: boolean
  /** The one host on which all its pods stand that fail, while others of the same revision are well elsewhere. */
  failsOnlyOn?: string | undefined
}

/** One whose own revision made him ask more of somebody. */
export type ReleasedCaller = { name: string; revision: number | string | undefined; at: Date | undefined }

export type ClusterFacts = {
  /** The alert's cluster where it is not the one we are connected to. */
  foreignName?: string | undefined
  pods: readonly PodFact[]
  deployments: readonly DeploymentFact[]
  nodes: readonly NodeFact[]
  autoscalers: readonly AutoscalerFact[]
  /** The step to the newest revision, or the one that a return to an earlier one would undo first. */
  releaseOf(deployment: Key, backTo?: number): ReleaseFact | undefined
  /** The node itself is the matter of the alert, or the alert has no other. */
  isNodeMeant(name: string): boolean
  /** When and from how many it was scaled to nothing, as far as events tell. */
  emptiedOf(deployment: Key): { at: Date | undefined; from: number | undefined; by?: string | undefined } | undefined
  /** How many it was given lately and soon lost again, by whoever decides their number. */
  takenBackOf(deployment: Key): number | undefined
  /** Who was released right before more was asked of it, though no more is asked of him. */
  askedByRelease(deployment: Key): ReleasedCaller | undefined
}

/** A database session as a listing showed it, and in which part of it. */
export type SessionFact = {
  pid: number
  leader_pid: number | null
  datname: string | null
  usename: string | null
  application_name: string | null
  client_addr: string | null
  backend_type: string | null
  state: string | null
  query: string
  query_seconds: number | null
  xact_seconds: number | null
  /** `roots`, `waiters`, `idle_in_transaction`, `snapshot_holders` … */
  list: string
  /** The looked-after server as the plugins call it. */
  server: string
  holds: readonly { locktype?: string; relation?: string | null }[]
  /** Who waits for it, where the listing tells. */
  waiters: readonly WaiterFact[]
}

export type WaiterFact = {
  pid: number
  usename: string | null
  application_name: string | null
  client_addr: string | null
  relation: string | null
  query: string
}

export type TableFact = { server: string; datname: string | undefined; schema: string; name: string }

/** What of a database the alert itself speaks of; each part is undefined where it does not say. */
export type MeantDatabase = {
  /** Databases of a server, by their real names. */
  datnames: ReadonlySet<string> | undefined
  table: string | undefined
  /** A session it names. */
  pid: number | undefined
}

export type Facts = {
  now: Date
  /** When the trouble began, as far as the alert tells. */
  onset: Date | undefined
  alertName: string
  /** Undefined where none was seen. */
  cluster: ClusterFacts | undefined
  sessions: readonly SessionFact[]
  tables: readonly TableFact[]
  meant: MeantDatabase
  /** What a person said with the wish to look again; empty where nobody did. */
  personSaid: string
  /** MAX_REPLICA_CHANGE of this moment. */
  replicaChangeMax: number
  /** What people wrote of a service in the environment context. */
  describedAs(object: StepObject): string
  /** What they wrote there in plain words; none for a step that a person hands in, who has read it. */
  notes: readonly string[]
  /** What was logged, by a calendar or the program itself, of what is to be left alone; none for a step that a person hands in. */
  heard: readonly string[]
  /** Somebody has proven by a record of this very object that it is at fault. */
  isProvenAtFault(object: StepObject): boolean
  /** Whoever closed that node has said that all is checked and that it was to be opened, and nobody anything else since. */
  isWorkOver(node: string): boolean
}

export type Gate<Parameters = Record<string, unknown>> = {
  /** What it does, where people have a word for it: whoever forbade that in the environment context is heeded. */
  deed?: Deed
  /** What else people may call what it touches. */
  alsoCalled?(parameters: Parameters, facts: Facts): readonly string[]
  /** Whom it would touch. Each must be tied to the alert, whoever wants the step. */
  touches(parameters: Parameters, facts: Facts): readonly StepObject[]
  /** Why the facts do not bear the step, in a sentence that names what is missing; undefined where they do. */
  whyNot(parameters: Parameters, facts: Facts): string | undefined
}

/** How an object is tied to the alert, in a word; undefined where nothing ties it. */
export type TieOf = (object: StepObject) => string | undefined

/** The one judgement of a step. */
export function whyNotWanted<Parameters>(
  gate: Gate<Parameters>,
  parameters: Parameters,
  { facts, tieOf }: { facts: Facts; tieOf: TieOf },
): string | undefined {
  const refusal = gate.whyNot(parameters, facts) ?? whyForbidden(gate, parameters, facts)
  if (refusal !== undefined) return refusal
  const stray = gate.touches(parameters, facts).find((object) => tieOf(object) === undefined)
  return stray && `${nameOf(stray)} is not tied to the alert by its labels, the environment context or a listing.`
}

const HEARD_MAX = 200

function whyForbidden<Parameters>(gate: Gate<Parameters>, parameters: Parameters, facts: Facts): string | undefined {
  const touched = gate.touches(parameters, facts)
  const names = [...touched.map(({ name }) => name), ...(gate.alsoCalled?.(parameters, facts) ?? [])]
  const order = orderAgainst(gate.deed, names, facts.notes)
  if (order) return `People forbade it in the environment context ("${order}"); only a person decides otherwise.`
  const heard = orderAgainst(gate.deed, names, facts.heard)
  return (
    heard && `It is to be left alone, as was logged ("${heard.slice(0, HEARD_MAX)}"); only a person decides otherwise.`
  )
}

function nameOf({ kind, namespace, name }: StepObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}
