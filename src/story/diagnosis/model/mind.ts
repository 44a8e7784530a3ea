/** What a diagnosis with a model is handed, and what it is asked to diagnose. */
import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import type { KnowledgeHit } from '../../../guidance/knowledge/knowledge-search.ts'
import type { Plugin } from '../../../plugins/plugin.ts'
import type { InstructionFlag } from '../../incident/diagnosis.ts'
import type { Incident } from '../../incident/incident.ts'
import type { SimilarIncident } from '../../incident/memory.ts'
import type { Steps } from '../../incident/steps.ts'
import type { Analysis } from '../analyse.ts'
import type { Look } from '../begin-look.ts'
import type { Evidence, Exhibit } from '../evidence.ts'
import type { Hands } from '../gates/judge-step.ts'
import type { GivesOrders } from '../instructions/gives-orders.ts'
import type { LedgerToRead } from './brief-parts.ts'
import type { TurnParts } from './turn-taker.ts'

export type Mind = TurnParts & {
  /** Without one, analysis is all there is. */
  isConfigured: () => Promise<boolean>
  /** All that are known; those taken out of use are not offered. */
  plugins: () => readonly Plugin[]
  /** As it is offered here, or nothing where what it needs is not there: a program, a database, a server. */
  offer: (plugin: Plugin) => Promise<Plugin | undefined>
  ledger: LedgerToRead
  searchKnowledge: (text: string) => Promise<readonly KnowledgeHit[]>
  /** Closed ones of the past that are like it. */
  findSimilar: (incident: Incident) => Promise<readonly SimilarIncident[]>
  /** Unguessable, and new at each call. */
  newMarker: () => string
}

export type ModelTask = {
  incident: Incident
  /** What a person said who asked us to look again. */
  feedback: string | undefined
  analysis: Analysis
  evidence: Evidence
  environment: EnvironmentMap
  hands: Hands
  givesOrders: GivesOrders
  look: Look
  /** Of all looks of the run: a turn is paid for, so it is taken once, whatever is looked at again. */
  runSteps: Steps
  signal: AbortSignal
}

// What a submitted diagnosis is checked against.

export type Grounds = {
  analysis: Analysis
  exhibits: readonly Exhibit[]
  plugins: readonly Plugin[]
  flags: readonly InstructionFlag[]
  givesOrders: GivesOrders
  hands: Hands
  /** What a person said who asked us to look again. */
  feedback: string | undefined
}
