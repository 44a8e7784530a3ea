/** Keeps of a model's findings what the stored results prove, and says how sure that may make anybody. */
import type { KeyFinding } from '../../incident/diagnosis.ts'
import { cite } from '../evidence.ts'
import { type FoundQuote, findQuote } from './find-quote.ts'
import type { Grounds } from './grounds.ts'
import type { ClaimedEvidence, ClaimedFinding } from './submission.ts'

type Proof = FoundQuote & { call: string; plugin: string }

type CheckedFindings = {
  keyFindings: readonly KeyFinding[]
  /** The most that what is left allows. */
  confidenceMax: number
  problems: readonly string[]
}

/** 0.9 two sources agree; 0.7 one decisive field; 0.5 words alone; 0.4 nothing that was seen. */
const TWO_SOURCES = 0.9
const ONE_FIELD = 0.7
const WORDS_ALONE = 0.5
const NOTHING_SEEN = 0.4
/** Who quotes what is not there is believed less in the rest as well. */
const LOST_BY_EACH_DROPPED = 0.1
const LOST_AT_MOST = 0.3

type Judged = { finding: ClaimedFinding; proofs: readonly Proof[]; problems: readonly string[] }

export function checkEvidence(findings: readonly ClaimedFinding[], grounds: Grounds): CheckedFindings {
  const judged = findings.map((finding) => judge(finding, grounds))
  const kept = judged.filter(({ proofs, finding }) => proofs.length > 0 && finding.text !== '')
  const problems = judged.flatMap((one) => one.problems)
  const lost = Math.min(LOST_AT_MOST, problems.length * LOST_BY_EACH_DROPPED)
  return {
    keyFindings: kept.map(({ finding, proofs }) => ({
      text: finding.text,
      evidence: proofs.map(referenceOf(grounds)),
    })),
    confidenceMax: Math.round((allowedBy(kept.flatMap(({ proofs }) => proofs)) - lost) * 100) / 100,
    problems,
  }
}

function judge(finding: ClaimedFinding, grounds: Grounds): Judged {
  const claimed = finding.evidence.map((one) => proofOf(one, grounds))
  const problems = claimed.flatMap((one) => (typeof one === 'string' ? [one] : []))
  const proofs = claimed.filter((one) => typeof one !== 'string')
  const isBare = finding.evidence.length === 0 ? [`the finding "${finding.text.slice(0, 60)}" names no evidence`] : []
  return { finding, proofs, problems: [...isBare, ...problems] }
}

function proofOf({ call, quote }: ClaimedEvidence, { exhibits, givesOrders }: Grounds): Proof | string {
  const exhibit = exhibits.find(({ id }) => id === call.trim().toUpperCase())
  if (!exhibit) return `there is no call ${call.slice(0, 30)}`
  const found = findQuote(exhibit.result, quote)
  if (!found) return `"${quote.slice(0, 60)}" does not stand in the result of ${exhibit.id}`
  if (givesOrders(found.line ?? found.quote))
    return `what is quoted of ${exhibit.id} gives orders, so it proves nothing`
  return { ...found, call: exhibit.id, plugin: exhibit.plugin }
}

function referenceOf({ exhibits }: Grounds) {
  const byId = new Map(exhibits.map((exhibit) => [exhibit.id, exhibit]))
  return ({ call, plugin, quote }: Proof) => {
    const exhibit = byId.get(call)
    return exhibit ? cite(exhibit, quote) : { call, plugin, quote }
  }
}

function allowedBy(proofs: readonly Proof[]): number {
  const sources = new Set(proofs.map(({ plugin }) => plugin)).size
  const hasField = proofs.some(({ isFreeText }) => !isFreeText)
  if (proofs.length === 0) return NOTHING_SEEN
  if (sources > 1) return hasField ? TWO_SOURCES : ONE_FIELD
  return hasField ? ONE_FIELD : WORDS_ALONE
}
