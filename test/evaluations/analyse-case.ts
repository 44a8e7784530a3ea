/** One case through the analysis alone: the real reading of its alert, the real plugins on its world, no service and no model. */
import { EMPTY_CONTEXT } from '../../src/guidance/environment/environment-context.ts'
import { readEnvironment } from '../../src/guidance/environment/environment-map.ts'
import { judge } from '../../src/guidance/policy/judge.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { unstoredIncident } from '../../src/story/alert/unstored-incident.ts'
import { type Analysis, analyse } from '../../src/story/diagnosis/analyse.ts'
import { Evidence, type Exhibit, holdsQuote } from '../../src/story/diagnosis/evidence.ts'
import type { EvidenceReference, WantedAction } from '../../src/story/incident/diagnosis.ts'
import type { Incident } from '../../src/story/incident/incident.ts'
import type { CaseFile } from '../world/case/case-file.ts'
import { readCase } from '../world/case/read-case.ts'
import { type CaseHands, openCaseHands } from './case-hands.ts'
import { type Expectation, expectationOf } from './expectation.ts'
import { type Score, score } from './score.ts'

/** An action and, where it would not reach a proposal, why. */
export type JudgedAction = WantedAction & { refusal?: string }

export type AnalysedCase = {
  id: string
  expect: Expectation
  analysis: Analysis
  exhibits: readonly (Exhibit & { seconds: number })[]
  actions: readonly JudgedAction[]
  /** Where what it says cannot be proven, or cost too much. */
  faults: readonly string[]
  score: Score
  seconds: number
}

const CALLS_MAX = 25

export async function analyseCase(path: string, adminUrl: () => Promise<string>): Promise<AnalysedCase> {
  const now = new Date()
  const file = await readCase(path, now)
  const hands = await openCaseHands({ file, now, adminUrl })
  try {
    return await analyseIn(file, hands, now)
  } finally {
    await hands.close()
  }
}

async function analyseIn(file: CaseFile, { door, settings }: CaseHands, now: Date): Promise<AnalysedCase> {
  const signal = new AbortController().signal
  const took = new Map<string, number>()
  const evidence = new Evidence(async ({ id, plugin, parameters }) => {
    const { result, seconds } = await door.diagnose({ plugin, parameters }, signal)
    took.set(id, seconds)
    return result
  })
  const began = performance.now()
  const analysis = await analyse({
    incident: incidentOf(file, now),
    environment: readEnvironment(contextOf(file)),
    clusterName: settings.CLUSTER_NAME,
    evidence,
    now,
  })
  const seconds = (performance.now() - began) / 1000
  const actions = await Promise.all(analysis.wanted.map((wanted) => judgeAction(wanted, { door, settings })))
  const exhibits = evidence.exhibits.map((exhibit) => ({ ...exhibit, seconds: took.get(exhibit.id) ?? 0 }))
  const expect = expectationOf(file.expect)
  const outcome = {
    conclusion: analysis.diagnosis.conclusion,
    keyFindings: analysis.diagnosis.keyFindings.map(({ text }) => text),
    confidence: analysis.diagnosis.confidence,
    called: exhibits.map(({ plugin }) => plugin),
    actions: actions.filter(({ refusal }) => refusal === undefined),
  }
  const faults = faultsOf(analysis, exhibits)
  return { id: file.id, expect, analysis, exhibits, actions, faults, score: score(outcome, expect), seconds }
}

function incidentOf({ alert, id }: CaseFile, now: Date): Incident {
  const incident = unstoredIncident(readAlert(alert, { senderIsAlertBot: false, via: 'api' }), 'INC-20000101-001', now)
  if (!incident) throw new Error(`The alert of ${id} opens no incident: nothing in it fires.`)
  return incident
}

function contextOf({ world }: CaseFile): string {
  return world.environment_context ? JSON.stringify(world.environment_context) : EMPTY_CONTEXT
}

/** As before a proposal: what it would do is looked up on the live system, and policy is asked. */
async function judgeAction(wanted: WantedAction, { door, settings }: Omit<CaseHands, 'close'>): Promise<JudgedAction> {
  const action = { plugin: wanted.plugin, parameters: { ...wanted.parameters } }
  try {
    const { effect } = await door.intend(action, new AbortController().signal)
    const verdict = judge({ action, effect, settings, actionsInLastHour: 0, replicasAtHourStart: undefined })
    return verdict.allowed ? wanted : { ...wanted, refusal: verdict.sentence }
  } catch (error) {
    return { ...wanted, refusal: (error as Error).message }
  }
}

function faultsOf({ findings, diagnosis }: Analysis, exhibits: readonly Exhibit[]): string[] {
  const quotes = findings.flatMap(({ evidence, facts }) => [...evidence, ...facts.flatMap((fact) => fact.evidence)])
  const dropped = [...new Set(quotes.filter((quote) => !isSeen(quote, exhibits)).map(showQuote))]
  const unproven = diagnosis.keyFindings.filter(({ evidence }) => evidence.length === 0)
  return [
    ...(dropped.length > 0 ? [`quotes dropped: ${dropped.length}: ${dropped.join('; ')}`] : []),
    ...unproven.map(({ text }) => `key finding without evidence: ${text}`),
    ...(exhibits.length > CALLS_MAX ? [`${exhibits.length} calls are more than ${CALLS_MAX}`] : []),
  ]
}

function isSeen({ call, quote }: EvidenceReference, exhibits: readonly Exhibit[]): boolean {
  const exhibit = exhibits.find(({ id }) => id === call)
  return exhibit !== undefined && holdsQuote(exhibit.result, quote)
}

function showQuote({ call, plugin, quote }: EvidenceReference): string {
  return `${call} ${plugin} ${JSON.stringify(quote)}`
}
