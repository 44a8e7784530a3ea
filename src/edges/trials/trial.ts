/** Trying a setting: what is asked of whom, and what came back, in sentences for whoever sets it up. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'

export type TrialTools = { fetch: GuardedFetch; clock: Clock; signal: AbortSignal; by: string }

/** `ask` answers with what came back, and throws where it does not work. */
export type Trial = { tried: string; ask(): Promise<string> }

/** Undefined where nothing is set that could be tried. */
export type MakeTrial = (settings: Settings, tools: TrialTools) => Trial | undefined

/** A server that answers, but not as it should; its words are shown as they are. */
export class TrialFailed extends Error {}
