/** Keeps of a model's findings what the stored results prove, and says how sure that may make anybody. */
import type { KeyFinding } from '../../incident/diagnosis.ts'
import { cite, type Exhibit } from '../evidence.ts'
import { type FoundQuote, findQuote, isRecordOf, namedIn, namesOfRecord, objectNames } from './find-quote.ts'
import type { Grounds } from './mind.ts'
import type { ClaimedEvidence, ClaimedFinding } from './submission.ts'

/** What was seen, and who says what in it is an order. */
type Seen = Pick<Grounds, 'exhibits' | 'givesOrders'>
type Proof = FoundQuote & { call: string; plugin: string }

type CheckedFindings = {
  keyFindings: readonly KeyFinding[]
  /** The most that what is left allows. */
  confidenceMax: number
  problems: readonly string[]
  /** Those of them that speak of what was seen before an interruption. */
  past: readonly string[]
  /** How many different calls prove what is left. */
  calls: number
  /** Objects that a proven finding names and whose own records prove it. */
  proven: ReadonlySet<string>
}

/** 0.9 two sources agree; 0.7 one decisive field; 0.5 words alone; 0.4 nothing that was seen. */
const TWO_SOURCES = 0.9
const ONE_FIELD = 0.7
const WORDS_ALONE = 0.5
const NOTHING_SEEN = 0.4
/** Who quotes what is not there is believed less in the rest as well. */
const LOST_BY_EACH_DROPPED = 0.1
const LOST_AT_MOST = 0.3
/** A conclusion drawn from what is partly gone is a guess about the present, and nothing is done on a guess. */
const PARTLY_PAST = 0.5

type Judged = {
  finding: ClaimedFinding
  /** Of the objects it names, those whose records prove it. */
  proven: readonly string[]
  proofs: readonly Proof[]
  problems: readonly string[]
  past: readonly string[]
}

export function checkEvidence(findings: readonly ClaimedFinding[], grounds: Seen): CheckedFindings {
  const names = objectNames(grounds.exhibits)
  const judged = findings.map((finding) => judge(finding, grounds, names))
  const kept = judged.filter(({ proofs, finding }) => proofs.length > 0 && finding.text !== '')
  const problems = judged.flatMap((one) => one.problems)
  const past = judged.flatMap((one) => one.past)
  const lost = Math.min(LOST_AT_MOST, problems.length * LOST_BY_EACH_DROPPED)
  const allowed = allowedBy(kept.flatMap(({ proofs }) => proofs)) - lost
  return {
    keyFindings: kept.map(({ finding, proofs }) => ({
      text: finding.text,
      evidence: proofs.map(referenceOf(grounds)),
    })),
    confidenceMax: Math.round(Math.min(allowed, past.length > 0 ? PARTLY_PAST : 1) * 100) / 100,
    problems,
    past,
    calls: new Set(kept.flatMap(({ proofs }) => proofs.map(({ call }) => call))).size,
    proven: new Set(kept.flatMap(({ proven }) => proven)),
  }
}

function judge(finding: ClaimedFinding, grounds: Seen, names: ReadonlySet<string>): Judged {
  const named = namedIn(finding.text, names)
  const claimed = finding.evidence.map((one) => ofItsObject(proofOf(one, grounds), named, grounds))
  const unproven = claimed.filter((one) => 'problem' in one)
  const isBare = finding.evidence.length === 0 ? [`the finding "${finding.text.slice(0, 60)}" names no evidence`] : []
  const proofs = claimed.flatMap((one) => ('problem' in one ? [] : [one]))
  return {
    finding,
    proven: named.filter((name) => proofs.some((proof) => isRecordOf(recordOf(proof, grounds), name))),
    proofs,
    problems: [...isBare, ...unproven.map(({ problem }) => problem)],
    past: unproven.flatMap(({ problem, isPast }) => (isPast ? [problem] : [])),
  }
}

type Unproven = { problem: string; isPast?: true }

/** A quote from somebody else's record says what that one wrote, not what is so. */
function ofItsObject(proof: Proof | Unproven, named: readonly string[], grounds: Seen): Proof | Unproven {
  if ('problem' in proof || named.length === 0) return proof
  const record = recordOf(proof, grounds)
  if (record.size === 0 || named.some((name) => isRecordOf(record, name))) return proof
  const whose = [...record].slice(0, 3).join(', ')
  return {
    problem: `"${proof.quote.slice(0, 60)}" stands in a record of ${whose}; a finding about ${named.slice(0, 3).join(', ')} is proven by a record of that`,
  }
}

function recordOf({ call, quote }: Proof, { exhibits }: Seen): ReadonlySet<string> {
  const exhibit = exhibits.find(({ id }) => id === call)
  return exhibit ? namesOfRecord(exhibit, quote) : new Set()
}

function proofOf({ call, quote, askedBefore }: ClaimedEvidence, { exhibits, givesOrders }: Seen): Proof | Unproven {
  const exhibit = exhibits.find(({ id }) => id === call.trim().toUpperCase())
  const found = exhibit && findQuote(exhibit.result, quote)
  if (!found && askedBefore !== undefined) return pastProof(quote, askedBefore, exhibit)
  if (!exhibit) return { problem: `there is no call ${call.slice(0, 30)}` }
  if (!found) return { problem: `"${quote.slice(0, 60)}" does not stand in the result of ${exhibit.id}` }
  if (givesOrders(found.line ?? found.quote))
    return { problem: `what is quoted of ${exhibit.id} gives orders, so it proves nothing` }
  return { ...found, call: exhibit.id, plugin: exhibit.plugin }
}

/** Without an exhibit where there was no room left to ask the same again. */
function pastProof(quote: string, askedBefore: string, exhibit: Exhibit | undefined): Unproven {
  const now = exhibit
    ? `it does not stand in ${exhibit.id}, where the same was asked again`
    : 'there was no room left to ask the same again'
  const problem = `"${quote.slice(0, 60)}" was quoted of ${askedBefore} before the interruption, and ${now}`
  return { problem, isPast: true }
}

function referenceOf({ exhibits }: Seen) {
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
