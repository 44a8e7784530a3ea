/** One case through the analysis alone: the real reading of its alert, the real plugins on its world, no service and no model. */
import { showAction } from '../../src/edges/terminal/show-trail.ts'
import { type Trail, tryDiagnosis } from '../../src/edges/terminal/try-diagnosis.ts'
import { EMPTY_CONTEXT } from '../../src/guidance/environment/environment-context.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { unstoredIncident } from '../../src/story/alert/unstored-incident.ts'
import type { CaseFile } from '../world/case/case-file.ts'
import { readCase } from '../world/case/read-case.ts'
import { openCaseHands } from './case-hands.ts'
import { expectationOf } from './expectation.ts'
import { type JudgedCase, judgeSilence } from './judged-case.ts'
import { missingQuotes, tooManyCalls } from './proof.ts'
import { type RunOutcome, score } from './score.ts'
import { isTargetNamed } from './target.ts'
import { thinkingSeconds } from './thinking-time.ts'

/** Without a trail where the alert opens no incident. */
export type AnalysedCase = JudgedCase & {
  trail?: Trail
  /** The same diagnosis once more, on the answers it got. */
  thinkAgain?: () => Promise<number>
}

/** What is made of a case before it is run: another guise, a crowd around it. */
export type Disguise = (file: CaseFile, now: Date) => Promise<CaseFile> | CaseFile

export async function analyseCase(
  path: string,
  adminUrl: () => Promise<string>,
  disguise: Disguise = (file) => file,
): Promise<AnalysedCase> {
  const now = new Date()
  const file = await disguise(await readCase(path, now), now)
  const alert = readAlert(file.alert, { senderIsAlertBot: false, via: 'api' })
  const incident = unstoredIncident(alert, 'unstored', now)
  if (!incident) return judgeSilence(file)
  const { door, settings, knowledge, close } = await openCaseHands({ file, now, adminUrl })
  try {
    const given = { incident, settings, context: contextOf(file), now }
    const trail = await tryDiagnosis({ ...given, door, ...(knowledge && { knowledge }) })
    return { ...judged(file, trail), thinkAgain: () => thinkingSeconds(given, trail) }
  } finally {
    await close()
  }
}

function judged({ id, expect }: CaseFile, trail: Trail): AnalysedCase {
  const refusals = trail.attempt && 'refusals' in trail.attempt ? trail.attempt.refusals : []
  return {
    id,
    trail,
    score: score(outcomeOf(trail), expectationOf(expect)),
    isTargetNamed: isTargetNamed(trail.analysis.diagnosis.conclusion, expectationOf(expect)),
    faults: faultsOf(trail),
    asides: refusals.map((one) => `not proposed: ${showAction(one.plugin, one.parameters)}: ${one.sentence}`),
    figures: { calls: trail.calls.length },
    seconds: trail.seconds,
    ending: '',
  }
}

function contextOf({ world }: CaseFile): string {
  return world.environment_context ? JSON.stringify(world.environment_context) : EMPTY_CONTEXT
}

/** What cannot be done, or is refused by policy, was not proposed. */
function outcomeOf({ analysis: { diagnosis }, calls, attempt }: Trail): RunOutcome {
  return {
    conclusion: diagnosis.conclusion,
    keyFindings: diagnosis.keyFindings.map(({ text }) => text),
    confidence: diagnosis.confidence,
    called: calls.map(({ plugin }) => plugin),
    actions: attempt && 'draft' in attempt ? attempt.draft.actions : [],
  }
}

function faultsOf({ analysis: { findings, diagnosis }, calls }: Trail): string[] {
  const quotes = findings.flatMap(({ evidence, facts }) => [...evidence, ...facts.flatMap((fact) => fact.evidence)])
  // What the alert alone tells needs no call to prove it.
  const unproven = diagnosis.keyFindings.filter(({ evidence }) => calls.length > 0 && evidence.length === 0)
  return [
    ...missingQuotes(quotes, calls),
    ...unproven.map(({ text }) => `key finding without evidence: ${text}`),
    ...tooManyCalls(calls.length),
  ]
}
