/**
 * Looks on the live system whether a plan helped, with patience: a rollout takes its time. First what the plugins know
 * about their own deeds; when that has settled, the questions that proved the fault are asked again, and where no fault was
 * proved the alert's own figure must have come back.
 */
import type { Check } from '../../plugins/plugin.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FaultName } from '../incident/diagnosis.ts'
import type { ActionReport, RuleNow, VerificationReport } from '../incident/execution.ts'
import type { CheckData } from '../incident/incident-event.ts'
import type { ProposalDocument } from '../incident/proposal.ts'

export type VerificationParts = {
  door: Pick<PluginDoor, 'verify'>
  clock: Clock
  /** Waits between two looks; throws when the signal fires. */
  pause: (seconds: number, signal: AbortSignal) => Promise<void>
}

/** `unread` are those of before that it did not look at: whether they are gone it cannot say. */
type Look = { faults: readonly FaultName[]; unread: readonly FaultName[]; rule?: RuleNow | undefined }

type VerificationTask = {
  plan: ProposalDocument
  reports: readonly ActionReport[]
  /** What was found wrong before the plan was made. */
  faults: readonly FaultName[]
  /** Asks again what is wrong, on the record; undefined where the source says that the alert has cleared. */
  lookAgain: (look: number) => Promise<Look | undefined>
  startedAt: Date
  patienceSeconds: number
  signal: AbortSignal
}

const CHECK_EVERY_SECONDS = 2
/** Each look costs many calls, so they come further and further apart. */
const LOOK_EVERY_SECONDS = [5, 10, 20, 40]

export async function verifyOutcome(parts: VerificationParts, task: VerificationTask): Promise<VerificationReport> {
  const until = task.startedAt.getTime() + task.patienceSeconds * 1000
  const isOver = () => parts.clock.now().getTime() >= until
  const checks = await untilSettled(parts, task, isOver)
  const checkedAt = parts.clock.now().toISOString()
  // Questions broken off by a stop prove nothing; whoever takes over asks them again.
  task.signal.throwIfAborted()
  const bad = checks.find(({ state }) => state !== 'holds')
  if (bad)
    return {
      outcome: OUTCOMES[bad.state],
      sentence: bad.text,
      checks: checks.map((check) => checkData(check, checkedAt)),
    }
  for (let look = 0; ; look += 1) {
    const seenAgain = await task.lookAgain(look)
    task.signal.throwIfAborted()
    const seen = {
      checks: checks.map((check) => checkData(check, checkedAt)),
      look: seenAgain,
      at: parts.clock.now().toISOString(),
    }
    const report = judge(task, seen)
    if (report.outcome === 'resolved' || isOver()) return report
    await parts.pause(LOOK_EVERY_SECONDS[look] ?? 60, task.signal)
  }
}

const OUTCOMES = { holds: 'resolved', not_yet: 'no_effect', fails: 'no_effect', worse: 'worse' } as const

async function untilSettled(parts: VerificationParts, task: VerificationTask, isOver: () => boolean): Promise<Check[]> {
  for (;;) {
    const checks = await checkOnce(parts, task)
    if (checks.every(({ state }) => state !== 'not_yet') || isOver()) return checks
    await parts.pause(CHECK_EVERY_SECONDS, task.signal)
  }
}

/** A target that cannot be asked right now is asked again. */
async function checkOnce(
  { door }: VerificationParts,
  { plan, reports, startedAt, signal }: VerificationTask,
): Promise<Check[]> {
  const checks: Check[] = []
  for (const [step, { plugin, parameters, preconditions }] of plan.actions.entries()) {
    const past = { preconditions, startedAt, before: reports[step]?.before ?? {} }
    const check = await door.verify({ plugin, parameters: { ...parameters } }, past, signal).catch((error: Error) => ({
      state: 'not_yet' as const,
      text: `${plugin} could not be checked: ${error.message}`,
      before: '',
      after: '',
      basis: 'nothing: the target gave no answer',
      otherwise: 'Nothing was compared, so this proves neither.',
    }))
    if (check) checks.push(check)
  }
  return checks
}

const UNCLEAR =
  'Nothing on the live system could tell whether it helped: the action has no sign of its own, and no fault was proved before that could be looked for again.'

type Seen = { checks: readonly CheckData[]; look: Look | undefined; at: string }

function judge(task: VerificationTask, { checks, look, at }: Seen): VerificationReport {
  const wasAsked = look !== undefined
  const { left, unread, read } = sorted(task.faults, look)
  const shown = [
    ...checks,
    ...read.map((fault) => compared(fault, { isLeft: left.includes(fault), wasAsked, at })),
    ...(wasAsked || task.faults.length > 0 ? [] : [clearedAt(at)]),
  ]
  const notLooked = unread.map(({ statement }) => `Not looked at again: ${statement}`)
  if (left.length > 0)
    return {
      outcome: 'no_effect',
      sentence: `Still to be seen: ${left.map(({ statement }) => statement).join(' ')}`,
      checks: shown,
    }
  if (shown.length === 0 && wasAsked)
    return { outcome: 'unclear', sentence: notLooked.length > 0 ? notLooked.join(' ') : UNCLEAR, checks: shown }
  const rule = task.plan.purpose === 'undo' ? undefined : look?.rule
  const stands = rule ? [sayRule(rule)] : []
  const compares = rule ? ruleCompared(rule, at) : []
  if (rule && rule.state !== 'quiet' && read.length === 0)
    return {
      outcome: 'unclear',
      sentence: [...checks.map(({ text }) => text), ...stands, ...notLooked].join(' '),
      checks: [...shown, ...compares],
    }
  const sentences = [
    ...checks.map(({ text }) => text),
    ...(read.length > 0 ? ['What proved the fault is no longer to be seen.'] : []),
    ...(wasAsked ? [] : ['The source says that the alert has cleared.']),
    ...stands,
    ...notLooked,
  ]
  const isBack = rule?.state === 'quiet'
  return { outcome: 'resolved', sentence: sentences.join(' '), checks: [...shown, ...(isBack ? compares : [])] }
}

function sayRule(rule: RuleNow): string {
  if (rule.state === 'unread') return 'What the alert measures could not be read again.'
  const { state, value, bound } = rule
  if (value === undefined)
    return state === 'fires' ? "The alert's own rule still fires." : "The alert's own rule no longer fires."
  return state === 'fires'
    ? `What the alert measures still stands at ${rounded(value)}, where it fires (${bound}).`
    : `What the alert measures stands at ${rounded(value)}; it fires at ${bound}.`
}

/** As the server gives it where it is no finite number. */
function rounded(value: string): string {
  const number = Number(value)
  return Number.isFinite(number) ? String(Number(number.toPrecision(3))) : value
}

function ruleCompared(rule: RuleNow, at: string): CheckData[] {
  if (rule.state === 'unread') return []
  const { state, value, bound } = rule
  const after = state === 'fires' ? 'it still fires' : 'it no longer fires'
  return [
    {
      text: bound === undefined ? 'What the alert measures.' : `What the alert measures (it fires at ${bound}).`,
      before: 'it fired',
      after: value === undefined ? after : rounded(value),
      holds: state === 'quiet',
      basis: "the alert's own rule, asked at the metrics server",
      otherwise: 'Had it not worked: the rule would still fire.',
      at,
    },
  ]
}

/** A fault that is seen again was looked at, however it was come by. */
function sorted(faults: readonly FaultName[], look: Look | undefined) {
  const isIn =
    (some: readonly FaultName[] = []) =>
    (fault: FaultName) =>
      some.some((one) => isSame(one, fault))
  const left = faults.filter(isIn(look?.faults))
  const unread = faults.filter((fault) => !left.includes(fault) && isIn(look?.unread)(fault))
  return { left, unread, read: faults.filter((fault) => !unread.includes(fault)) }
}

function isSame(one: FaultName, other: FaultName): boolean {
  return one.kind === other.kind && one.object === other.object
}

function checkData({ state, ...facts }: Check, at: string): CheckData {
  return { ...facts, holds: state === 'holds', at }
}

const WORD_OF_SOURCE = {
  basis: 'the word of the source that the alert has cleared',
  otherwise: 'Had it not worked: the alert would still be firing at its source.',
}

/** Where nothing else was looked at. */
function clearedAt(at: string): CheckData {
  return { text: 'The alert at its source.', before: 'firing', after: 'cleared', holds: true, ...WORD_OF_SOURCE, at }
}

type Comparison = { isLeft: boolean; wasAsked: boolean; at: string }

function compared({ object, statement }: FaultName, { isLeft, wasAsked, at }: Comparison): CheckData {
  return {
    text: `What was wrong with ${object}.`,
    before: statement,
    after: isLeft ? 'still to be seen' : 'no longer to be seen',
    holds: !isLeft,
    ...(wasAsked
      ? {
          basis: 'the questions that proved it, asked again on the live system',
          otherwise: `Had it not worked: the same fault found again on ${object}.`,
        }
      : WORD_OF_SOURCE),
    at,
  }
}
