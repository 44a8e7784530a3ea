/**
 * A plugin is one value in one file: name, description, category, parameters, run. Built-ins are written as a customer
 * writes theirs; they differ only in the tools they are handed.
 */

import type { KnowledgeSearch } from '../guidance/knowledge/knowledge-search.ts'
import type { Effect, RiskLevel } from '../guidance/policy/effect.ts'
import type { ActingCluster, Cluster } from '../ports/cluster.ts'
import type { TargetDatabases } from '../ports/database.ts'
import type { Fence } from '../ports/deadline.ts'
import type { ErrorTracker } from '../ports/error-tracker.ts'
import type { Logs } from '../ports/logs.ts'
import type { Metrics } from '../ports/metrics.ts'
import type { Shell } from '../ports/shell.ts'
import type { Gate } from './gate.ts'

export type PropertySchema = {
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  description: string
  default?: unknown
  enum?: readonly unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  items?: object
}

/** JSON Schema of type object; a parameter it does not list is refused. */
export type ParameterSchema = {
  type: 'object'
  properties: Readonly<Record<string, PropertySchema>>
  required?: readonly string[]
}

/** A failure is an answer, not an exception: what was asked, what came back, in the system's own words. */
export type PluginResult = { success: boolean; data?: unknown; message?: string; error?: string }

export type Tools = {
  cluster: Cluster
  databases: TargetDatabases
  metrics: Metrics
  logs: Logs
  errors: ErrorTracker
  shell: Shell
  knowledge: KnowledgeSearch
  /** Fires when the time is up or nobody waits any more. Hand it on to everything that can wait. */
  signal: AbortSignal
  now(): Date
}

/** What a remediation is handed when it acts, and only then: its plan and its check are made by the account that looks. */
export type ActingTools = Tools & {
  cluster: ActingCluster
  /** For changes that are made without one of these tools; with them, they pass it by themselves. */
  fence: Fence
}

type Described<Parameters> = {
  /** As it is called; a customer's begins with `custom.` by custom. */
  name: string
  /** For a person and for a model that has to choose: what it shows, when it helps. */
  description: string
  parameters: ParameterSchema
  /** Default 30. */
  timeoutSeconds?: number
  /** In whose words it is offered here, or nothing where what it needs is not there. Without it, it is offered as it stands. */
  offer?(tools: Omit<Tools, 'signal'>): Promise<{ description: string } | undefined>
  /** Only there to tie `run` to its parameters. */
  readonly takes?: Parameters
}

export type DiagnosticPlugin<Parameters = Record<string, unknown>> = Described<Parameters> & {
  category: 'diagnostic'
  run(parameters: Parameters, tools: Tools): Promise<PluginResult>
}

export type PluginCall = { plugin: string; parameters: Record<string, unknown> }

/** What a remediation would do, seen on the live system and changing nothing. */
export type Intention = {
  effect: Effect
  /** What must still hold when it acts (uid, generation, pid and backend_start …), as plain JSON; part of the plan's digest. */
  preconditions: Readonly<Record<string, unknown>>
  /**
   * What the target counts or shows at this moment. Kept with the intent of the act; where its record is lost, `readBack`
   * tells by it what the act has left behind from what was there before.
   */
  witness?: Readonly<Record<string, unknown>>
  /** The call that undoes it, or why there is none. */
  rollback: PluginCall | { impossible: string }
}

/** Before and after as the target reports them, and how to undo what was done. */
export type RemediationResult = PluginResult & {
  /** True where the target had moved since the plan was made: nothing was changed. */
  isSkipped?: boolean
  /** True where the change went out and no answer came: the target has to be read back. */
  isUnknown?: boolean
  before?: unknown
  after?: unknown
  rollback?: PluginCall | { impossible: string }
}

export type RemediationPlugin<Parameters = Record<string, unknown>> = Described<Parameters> & {
  category: 'remediation'
  /** Never rated lower, whatever the target. */
  risk: RiskLevel
  /**
   * How long a change it has asked for may still take on the target once nobody follows it any more; so long nobody may
   * say that it did not happen. `timeoutSeconds` where not given.
   */
  settlesWithinSeconds?: number
  /** What must hold in the facts before anybody may want it. Without one it cannot be wanted. */
  gate: Gate<Parameters>
  /**
   * What it does, as one person tells another: `Restart pod [{namespace}/]{pod_name}`. Braces name a parameter, a side of a
   * change (`{from:spec.replicas}`) or how many things it touches (`{targets}`); `{replicas replica}` counts, `{a|b|text}`
   * takes what is given, `{uncordon?Open:Close}` chooses. A part in square brackets is left out where what it names is not
   * given. The console tells every action with it.
   */
  words: string
  /** How long it takes, as a rule, until the outcome can be seen. */
  usualSeconds: number
  /** Looks, and says what `run` would do; throws with a sentence where it cannot be done at all. */
  intend(parameters: Parameters, tools: Tools): Promise<Intention>
  run(
    parameters: Parameters,
    tools: ActingTools,
    act: { preconditions: Readonly<Record<string, unknown>>; isDryRun: boolean },
  ): Promise<RemediationResult>
  /**
   * After a crash between the act and its record: does the target show that it was done? Reads only. Done is only what
   * bears a sign of the act: that something is gone is none where others could have removed it. Without it nobody can know.
   */
  readBack?(parameters: Parameters, tools: Tools, act: PastAct): Promise<ReadBack>
  /** Did it take, on the live system? Reads only, is asked again and again until it is settled. Undefined: nobody can tell. */
  verify(parameters: Parameters, tools: Tools, act: PastAct): Promise<Check | undefined>
}

/** Undefined: it could not be seen. `unknown`: it was seen, and cannot be known by any later look either; a sentence why. */
export type ReadBack = boolean | { unknown: string } | undefined

export type PastAct = {
  preconditions: Readonly<Record<string, unknown>>
  /** As `intend` gave it right before the act. */
  witness?: Readonly<Record<string, unknown>>
  startedAt: Date
  /** What the target reported before the act; empty where that was lost. */
  before: Readonly<Record<string, unknown>>
}

/**
 * `holds` it is as it should be; `not_yet` it is under way; `fails` it did not take; `worse` more is broken than before.
 * `before` and `after` are what a person compares.
 */
export type Check = {
  state: 'holds' | 'not_yet' | 'fails' | 'worse'
  text: string
  before: string
  after: string
  /** Which facts were compared, and of which generation or moment they are. */
  basis: string
  /** What would have been seen had it not worked: a check that nothing could fail proves nothing. */
  otherwise: string
}

export type Plugin = DiagnosticPlugin | RemediationPlugin
