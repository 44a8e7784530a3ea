/** One case through the analysis alone: the real reading of its alert, the real plugins on its world, no service and no model. */
import { type Trail, tryDiagnosis } from '../../src/edges/terminal/try-diagnosis.ts'
import { EMPTY_CONTEXT } from '../../src/guidance/environment/environment-context.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { unstoredIncident } from '../../src/story/alert/unstored-incident.ts'
import { type Exhibit, holdsQuote } from '../../src/story/diagnosis/evidence.ts'
import type { EvidenceReference } from '../../src/story/incident/diagnosis.ts'
import type { Incident } from '../../src/story/incident/incident.ts'
import type { CaseFile } from '../world/case/case-file.ts'
import { readCase } from '../world/case/read-case.ts'
import { openCaseHands } from './case-hands.ts'
import { expectationOf } from './expectation.ts'
import { type RunOutcome, type Score, score } from './score.ts'

export type AnalysedCase = {
  id: string
  trail: Trail
  score: Score
  /** Where what it says cannot be proven, or cost too much. */
  faults: readonly string[]
}

const CALLS_MAX = 25

export async function analyseCase(path: string, adminUrl: () => Promise<string>): Promise<AnalysedCase> {
  const now = new Date()
  const file = await readCase(path, now)
  const { door, settings, close } = await openCaseHands({ file, now, adminUrl })
  try {
    const context = contextOf(file)
    const trail = await tryDiagnosis({ incident: incidentOf(file, now), door, settings, context, now })
    return { id: file.id, trail, score: score(outcomeOf(trail), expectationOf(file.expect)), faults: faultsOf(trail) }
  } finally {
    await close()
  }
}

function incidentOf({ alert, id }: CaseFile, now: Date): Incident {
  const incident = unstoredIncident(readAlert(alert, { senderIsAlertBot: false, via: 'api' }), 'unstored', now)
  if (!incident) throw new Error(`The alert of ${id} opens no incident: nothing in it fires.`)
  return incident
}

function contextOf({ world }: CaseFile): string {
  return world.environment_context ? JSON.stringify(world.environment_context) : EMPTY_CONTEXT
}

/** What cannot be done, or is refused by policy, was not proposed. */
function outcomeOf({ analysis: { diagnosis }, calls, actions }: Trail): RunOutcome {
  return {
    conclusion: diagnosis.conclusion,
    keyFindings: diagnosis.keyFindings.map(({ text }) => text),
    confidence: diagnosis.confidence,
    called: calls.map(({ plugin }) => plugin),
    actions: actions.filter(({ refusal }) => refusal === undefined),
  }
}

function faultsOf({ analysis: { findings, diagnosis }, calls }: Trail): string[] {
  const quotes = findings.flatMap(({ evidence, facts }) => [...evidence, ...facts.flatMap((fact) => fact.evidence)])
  const dropped = [...new Set(quotes.filter((quote) => !isSeen(quote, calls)).map(showQuote))]
  const unproven = diagnosis.keyFindings.filter(({ evidence }) => evidence.length === 0)
  return [
    ...(dropped.length > 0 ? [`quotes dropped: ${dropped.length}: ${dropped.join('; ')}`] : []),
    ...unproven.map(({ text }) => `key finding without evidence: ${text}`),
    ...(calls.length > CALLS_MAX ? [`${calls.length} calls are more than ${CALLS_MAX}`] : []),
  ]
}

function isSeen({ call, quote }: EvidenceReference, calls: readonly Exhibit[]): boolean {
  const exhibit = calls.find(({ id }) => id === call)
  return exhibit !== undefined && holdsQuote(exhibit.result, quote)
}

function showQuote({ call, plugin, quote }: EvidenceReference): string {
  return `${call} ${plugin} ${JSON.stringify(quote)}`
}
