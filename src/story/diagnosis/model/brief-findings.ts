/** The analysis' findings for the model: small, numbered, each with what proves it. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { Analysis } from '../analyse.ts'
import type { Finding } from '../finding.ts'
import { cutToTokens } from './cut-text.ts'
import type { OwnWords } from './shown.ts'

const TOKENS_MAX = 1_200
const FINDINGS_MAX = 8
const QUOTES_MAX = 3

/** Our sentences repeat what was seen, so what they repeat is looked at as well; the names in front of them are ours. */
export function describeFindings(
  { findings, diagnosis }: Analysis,
  own: OwnWords,
  findingsMax: number = FINDINGS_MAX,
): string {
  const { situation, confidence } = diagnosis
  const quoted = new Set<string>()
  const described = findings.slice(0, findingsMax).map((finding, at) => describeFinding(finding, at, { own, quoted }))
  const conclusion = `Conclusion of the analysis (${situation}, confidence ${confidence}): ${own.said(diagnosis.conclusion)}`
  return cutToTokens([conclusion, ...(described.length > 0 ? described : ['No findings.'])].join('\n'), TOKENS_MAX)
}

const FACTS_MAX = 20
const FACTS_TOKENS_MAX = 1_000

/** What stands out around the onset, one line each, with the call that shows it; empty where nothing does. */
export function describeFacts({ diagnosis }: Analysis, own: OwnWords): string {
  const facts = (diagnosis.facts ?? []).slice(0, FACTS_MAX)
  const lines = facts.map(({ lens, text, evidence: [proof] }) => `${proof?.call ?? '-'} ${lens}: ${own.quoted(text)}`)
  return cutToTokens(lines.join('\n'), FACTS_TOKENS_MAX)
}

/** Which calls prove something. */
export function citedCalls({ findings, diagnosis }: Analysis): ReadonlySet<string> {
  const proofs = [...findings, ...(diagnosis.facts ?? []).slice(0, FACTS_MAX)]
  return new Set(proofs.flatMap(({ evidence }) => evidence.map(({ call }) => call)))
}

/** Told apart from what it rests on: its targets come from listings, and our own names stand in it. */
export function describeSteps({ wanted }: Analysis): string {
  const steps = wanted.map(({ plugin, parameters }) => `${plugin} ${JSON.stringify(parameters)}`)
  return steps.length === 0
    ? 'The analysis would change nothing.'
    : `The analysis would propose: ${steps.join(', then ')}.`
}

/** `quoted` is what other findings quote already. */
type Telling = { own: OwnWords; quoted: Set<string> }

function describeFinding(finding: Finding, at: number, { own, quoted }: Telling): string {
  const { kind, weight, situation, confidence, statement, evidence, facts, actions, noActionReason } = finding
  const proofs = evidence.filter(({ call, quote }) => !quoted.has(`${call} ${quote}`)).slice(0, QUOTES_MAX)
  for (const { call, quote } of proofs) quoted.add(`${call} ${quote}`)
  return [
    `F${at + 1} ${kind} (${weight}, ${situation}, ${confidence}): ${own.said(statement)}`,
    ...proofs.map((one) => describeEvidence(one, own)),
    ...facts.slice(0, QUOTES_MAX).map(({ text }) => `  also: ${own.said(text)}`),
    ...(actions.length === 0 && noActionReason !== undefined ? [`  no step: ${own.said(noActionReason)}`] : []),
  ].join('\n')
}

function describeEvidence({ call, quote }: EvidenceReference, own: OwnWords): string {
  return `  ${call}: ${own.quoted(quote)}`
}
