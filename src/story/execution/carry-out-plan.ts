/**
 * Carries out an approved plan, action by action, each at most once, and stops at the first that is not done. Policy and
 * preconditions are asked again right before each act, with the settings of that moment.
 */
import type { LedgerEntry } from '../../guidance/policy/action-ledger.ts'
import { askPolicy, nameOfTargets, type PolicyParts } from '../../guidance/policy/ask-policy.ts'
import type { Permit } from '../../guidance/policy/permit.ts'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import type { Intention, PluginCall, ReadBack } from '../../plugins/plugin.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ActionAttempt, ActionOutcome, ActionReport, BegunAction } from '../incident/execution.ts'
import type { PlannedAction } from '../incident/proposal.ts'
import { ActFence } from './act-fence.ts'
import { readBackLostAnswer, sayUnknown } from './lost-answer.ts'
import { toItsEnd } from './to-its-end.ts'

export type ExecutionParts = PolicyParts & {
  door: Pick<PluginDoor, 'intend' | 'remediate' | 'readBack' | 'settlesWithinSeconds'>
  /** The settings as the store has them in this moment, where `currentSettings` makes do with the last ones it has seen. */
  confirmedSettings: () => Promise<Settings>
  clock: Clock
  pause(seconds: number, signal: AbortSignal): Promise<unknown>
}

/** What the run behind an execution keeps for it. */
export type ExecutionRecord = {
  /** Whether this very action was begun by somebody before us; then it may have happened, and must not happen again. */
  begun(attempt: ActionAttempt): Promise<BegunAction | undefined>
  /** The intent, committed before the act. False where the quota is used up. */
  begin(
    attempt: ActionAttempt,
    parameters: ActionToDo['parameters'],
    charge: { entry: LedgerEntry; quota: number },
    witness: BegunAction['witness'],
  ): Promise<boolean>
  /** Whether the run behind it may still act; see `act-fence.ts`. */
  heldForMs(): Promise<number>
  /** Written once, with its event; answers what was written. */
  finish(attempt: ActionAttempt, report: () => Promise<ActionReport>): Promise<ActionReport>
}

type ActionToDo = Pick<PlannedAction, 'plugin' | 'parameters' | 'preconditions'>

type Deed = {
  attempt: ActionAttempt
  action: ActionToDo
  /** When the run came to us: whoever had it before us has begun nothing since. */
  takenAt: Date
  /** When a person said yes: what was confirmed too long ago is not begun any more. */
  approvedAt: Date
  signal: AbortSignal
}

type RecordingParts = ExecutionParts & { record: ExecutionRecord }

const LOOK_BACK_EVERY_SECONDS = 1

export async function carryOutActions(parts: RecordingParts, deeds: readonly Deed[]): Promise<readonly ActionReport[]> {
  const reports: ActionReport[] = []
  for (const deed of deeds) {
    const report = await parts.record.finish(deed.attempt, () => carryOut(parts, deed))
    reports.push(report)
    if (report.outcome !== 'done') break
  }
  return reports
}

async function carryOut(parts: RecordingParts, deed: Deed): Promise<ActionReport> {
  const began = performance.now()
  const outcome = await attempt(parts, deed)
  return { ...reportOf(deed), ...outcome, seconds: Math.round((performance.now() - began) / 10) / 100 }
}

type Outcome = { outcome: ActionOutcome; message: string } & Partial<Pick<ActionReport, 'before' | 'after'>>

async function attempt(parts: RecordingParts, deed: Deed): Promise<Outcome> {
  const begunBefore = await parts.record.begun(deed.attempt)
  if (begunBefore) return lookBack(parts, deed, begunBefore)
  const tooLate = await findTooLate(parts, deed)
  if (tooLate) return tooLate
  const leave = await askLeave(parts, deed)
  // Nothing has begun, so whoever takes the run over starts afresh; a question that was broken off refuses nothing.
  deed.signal.throwIfAborted()
  if (!('permit' in leave)) return leave
  const settings = await parts.currentSettings()
  const charge = { entry: leave.entry, quota: settings.HOURLY_QUOTA }
  const hasBegun = await parts.record.begin(deed.attempt, deed.action.parameters, charge, leave.witness)
  return hasBegun
    ? act(parts, deed, leave)
    : { outcome: 'refused', message: 'HOURLY_QUOTA is used up; nothing was changed.' }
}

/** However short people are given to decide, what they confirmed may take this long to be begun. */
const APPROVAL_SECONDS_MIN = 15 * 60

/** A service that was away for hours comes back to a world nobody confirmed the plan for, though the target looks the same. */
async function findTooLate(parts: ExecutionParts, { approvedAt }: Deed): Promise<Outcome | undefined> {
  const { CONFIRM_WITHIN_SECONDS } = await parts.currentSettings()
  const seconds = Math.max(CONFIRM_WITHIN_SECONDS, APPROVAL_SECONDS_MIN)
  if (parts.clock.now().getTime() < approvedAt.getTime() + seconds * 1000) return undefined
  return {
    outcome: 'skipped',
    message: `Nothing was changed: the plan was confirmed at ${approvedAt.toISOString()}, too long ago to be carried out now. Have the incident diagnosed again.`,
  }
}

type Leave = { permit: Permit; entry: LedgerEntry; witness: BegunAction['witness'] }

/** Policy's word of this moment on what the action would do now. */
async function askLeave(
  parts: ExecutionParts,
  { attempt: { incidentId }, action, signal }: Deed,
): Promise<Leave | Outcome> {
  const call = callOf(action)
  let intention: Intention
  try {
    intention = await parts.door.intend(call, signal)
  } catch (error) {
    return { outcome: 'skipped', message: `Nothing was changed: ${(error as Error).message}` }
  }
  const { effect, witness = {} } = intention
  const target = nameOfTargets(effect.targets)
  const verdict = await askPolicy(parts, call, effect)
  if (!verdict.allowed)
    return { outcome: 'refused', message: `Policy refused it, so nothing was changed: ${verdict.sentence}` }
  const { replicas } = effect
  const entry = {
    incidentId,
    plugin: action.plugin,
    target,
    ...(replicas && { replicas: { from: replicas.from, to: replicas.to } }),
  }
  return { permit: verdict.permit, entry, witness }
}

async function act(parts: RecordingParts, { action, signal }: Deed, { permit, witness }: Leave): Promise<Outcome> {
  const { preconditions } = action
  const fence = new ActFence({
    heldForMs: () => parts.record.heldForMs(),
    isEnabled: async () => (await parts.confirmedSettings()).REMEDIATION_ENABLED,
  })
  const startedAt = parts.clock.now()
  const result = await toItsEnd(signal, async (late) => {
    const act = { permit, preconditions, isDryRun: false, fence, signal: late } as const
    const done = await parts.door.remediate(callOf(action), act)
    // Broken off after all: whoever takes the run over reads on the target what became of it.
    if (!done.result.success && fence.hasOpened) late.throwIfAborted()
    return done.result
  })
  if (fence.refusal && !fence.hasOpened)
    return { outcome: 'skipped', message: `Nothing was changed, because its time was over: ${fence.refusal.message}` }
  const message = result.message ?? result.error ?? (result.success ? 'Done.' : 'It failed without a word.')
  const kept = { message, before: asFields(result.before), after: asFields(result.after) }
  if (result.isUnknown) {
    const past = { preconditions, witness, startedAt, before: kept.before }
    return { ...kept, ...(await readBackLostAnswer(parts, { call: callOf(action), past, message, signal })) }
  }
  return { ...kept, outcome: result.isSkipped ? 'skipped' : result.success ? 'done' : 'failed' }
}

/**
 * A crash came between the act and its record. It is never done again; the target is asked whether it was done, until
 * whatever was asked of it before the run was lost has come about or never will.
 */
async function lookBack(
  parts: ExecutionParts,
  { action, takenAt, signal }: Deed,
  begun: BegunAction,
): Promise<Outcome> {
  const { preconditions } = action
  const until = takenAt.getTime() + parts.door.settlesWithinSeconds(action.plugin) * 1000
  for (;;) {
    // Before the look: an answer from after the last moment is the last word.
    const isLastLook = parts.clock.now().getTime() >= until
    const wasDone = await parts.door
      .readBack(callOf(action), { preconditions, ...begun, before: {} }, signal)
      .catch(() => undefined)
    if (!wasDone) signal.throwIfAborted()
    if (wasDone || isLastLook) return outcomeOf(wasDone)
    await parts.pause(LOOK_BACK_EVERY_SECONDS, signal)
  }
}

function outcomeOf(wasDone: ReadBack): Outcome {
  if (typeof wasDone === 'object')
    return { outcome: 'unknown', message: `The record of this action was lost in a crash. ${sayUnknown(wasDone)}` }
  return wasDone
    ? { outcome: 'done', message: 'The record of this action was lost in a crash; the target shows that it was done.' }
    : {
        outcome: 'unknown',
        message:
          'The record of this action was lost in a crash and the target does not show that it was done. It is not repeated; a person must look.',
      }
}

function callOf({ plugin, parameters }: ActionToDo): PluginCall {
  return { plugin, parameters: { ...parameters } }
}

function reportOf({ attempt: { plugin, phase }, action: { parameters } }: Deed) {
  return { plugin, parameters, phase, before: {}, after: {} }
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value }
}
