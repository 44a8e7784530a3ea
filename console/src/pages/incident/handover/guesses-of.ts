/** The two best guesses: what was concluded, then whom what was seen points to, and then what it was when it looked like this before; last, what explains nothing of the alert. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Diagnosis } from '@contract/incident-course.ts'
import { phrase } from '../../../language/phrase.ts'

type Seen = Diagnosis['guesses'][number]
export type Guess =
  | ({ kind: 'concluded' | 'seen' } & Seen)
  | { kind: 'before'; incident: IncidentDetail['similar'][number] }

const GUESSES_MAX = 2
/** From here on nobody needs a second one. */
const SURE = 0.8

type Told = Pick<IncidentDetail, 'diagnosis' | 'similar' | 'execution_result'>

export function guessesOf({ diagnosis, similar, execution_result }: Told): Guess[] {
  if (!diagnosis) return []
  const { concluded, beside } = apart(concludedIn(diagnosis), diagnosis, actedOn({ diagnosis, execution_result }))
  // What speaks against a mere guess speaks no longer where it was proven.
  if (concluded.length > 0 && diagnosis.confidence >= SURE) return concluded.map((one) => ({ ...one, against: [] }))
  const seen = diagnosis.guesses
    .filter(({ entity }) => ![...concluded, ...beside].some((one) => isSame(one.entity, entity)))
    .map((guess) => ({ kind: 'seen' as const, ...guess }))
  // What nobody found out then is no guess now.
  const before = similar
    .filter(({ worked, status }) => worked === true || status === 'resolved')
    .map((incident) => ({ kind: 'before' as const, incident }))
  return [...concluded, ...seen, ...before, ...beside].slice(0, GUESSES_MAX)
}

/** What was told as the conclusion although it does not explain the alert is the last that anybody should follow. */
function apart(all: readonly Concluded[], { beside, key_findings }: Diagnosis, acted: readonly string[]) {
  const againstIt = ({ entity, findings }: Concluded) => [
    ...(acted.includes(entity) ? [phrase('what was done about it did not help')] : []),
    ...beside.flatMap(({ finding, against }) =>
      findings.some(({ text }) => text === key_findings[finding]) ? [against] : [],
    ),
  ]
  return {
    concluded: all.filter((one) => againstIt(one).length === 0),
    beside: all.flatMap((one) => {
      const against = againstIt(one)
      return against.length === 0 ? [] : [{ ...one, against: [...new Set([...against, ...one.against])] }]
    }),
  }
}

/** Whom a step has been carried out on since it was concluded, and it did not help: who begins again does not begin there. */
export function actedOn({
  diagnosis,
  execution_result: execution,
}: Pick<IncidentDetail, 'diagnosis' | 'execution_result'>): string[] {
  if (!diagnosis || !execution?.verification || execution.verification.outcome === 'resolved') return []
  if (execution.executed_at < diagnosis.diagnosed_at) return []
  const values = execution.actions
    .filter(({ outcome, phase }) => outcome === 'done' && phase === 'do')
    .flatMap(({ parameters }) => Object.values(parameters).map(String))
  const isTarget = (name: string) =>
    values.some((value) => value === name || name === `pid ${value}` || value.startsWith(`${name}-`))
  return diagnosis.at_fault.filter(isTarget)
}

type Concluded = { kind: 'concluded' } & Seen

/** The finding that is its conclusion, and whom it holds at fault; a stranger's fault is told without a name of its own. */
function concludedIn({ situation, at_fault, key_findings, conclusion, evidence, guesses }: Diagnosis): Concluded[] {
  if (situation === 'unclear') return []
  const finding = key_findings.findIndex((text) => conclusion.startsWith(text.replace(/\.$/, '')))
  const text = key_findings[finding]
  const entity = at_fault.find((name) => (text ?? conclusion).toLowerCase().includes(name.toLowerCase())) ?? ''
  if (text === undefined && entity === '') return []
  const proof = evidence.filter((one) => one.finding === finding)
  return [
    {
      ...{ kind: 'concluded', entity },
      findings: text === undefined ? [] : [{ text, evidence: proof }],
      against: guesses.find((guess) => isSame(guess.entity, entity))?.against ?? [],
    },
  ]
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
