/**
 * Looks on the live system whether a plan helped, with patience: a rollout takes its time. What the plugins know about
 * their own deeds is asked again and again until it is settled or the patience is over.
 */
import type { Check } from '../../plugins/plugin.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { VerificationReport } from '../incident/execution.ts'
import type { ProposalDocument } from '../incident/proposal.ts'
import type { Steps } from '../incident/steps.ts'

export type VerificationParts = {
  door: Pick<PluginDoor, 'verify'>
  clock: Clock
  /** Waits between two looks; ends early when the signal fires. */
  pause: (seconds: number, signal: AbortSignal) => Promise<void>
}

type Task = { plan: ProposalDocument; startedAt: Date; patienceSeconds: number; steps: Steps; signal: AbortSignal }

const LOOK_SECONDS = 2

export async function verifyOutcome(parts: VerificationParts, task: Task): Promise<VerificationReport> {
  const until = task.startedAt.getTime() + task.patienceSeconds * 1000
  for (;;) {
    const checks = await lookOnce(parts, task)
    if (checks.every(({ state }) => state !== 'not_yet') || parts.clock.now().getTime() >= until)
      return reportOf(checks)
    await parts.pause(LOOK_SECONDS, task.signal)
  }
}

async function lookOnce({ door }: VerificationParts, { plan, startedAt, signal }: Task): Promise<readonly Check[]> {
  const checks: Check[] = []
  for (const { plugin, parameters, preconditions } of plan.actions) {
    const check = await door.verify({ plugin, parameters: { ...parameters } }, { preconditions, startedAt }, signal)
    if (check) checks.push(check)
  }
  return checks
}

function reportOf(checks: readonly Check[]): VerificationReport {
  const told = checks.map(({ text, before, after, state }) => ({ text, before, after, holds: state === 'holds' }))
  const failing = checks.filter(({ state }) => state !== 'holds')
  if (checks.length === 0)
    return { outcome: 'unclear', sentence: 'Nothing on the live system could tell whether it helped.', checks: told }
  return failing.length === 0
    ? { outcome: 'resolved', sentence: checks.map(({ text }) => text).join(' '), checks: told }
    : { outcome: 'no_effect', sentence: failing.map(({ text }) => text).join(' '), checks: told }
}
