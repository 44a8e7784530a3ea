/**
 * A submission from before an interruption cites answers that are old by now. Each question is asked again, and its quotes
 * are looked for in what is answered now: the turn is not paid for twice, and nothing past is told as present.
 */
import type { Evidence } from '../evidence.ts'
import type { ClaimedEvidence, Submission } from './submission.ts'
import type { SeenCall } from './turn-record.ts'

type Renewal = { seen: readonly SeenCall[]; evidence: Evidence }

export async function renewCitations(submission: Submission, renewal: Renewal): Promise<Submission> {
  const keyFindings: Submission['keyFindings'][number][] = []
  // One after the other, so that a run that is taken up again numbers alike.
  for (const finding of submission.keyFindings) {
    const evidence: ClaimedEvidence[] = []
    for (const claimed of finding.evidence) evidence.push(await renewCitation(claimed, renewal))
    keyFindings.push({ ...finding, evidence })
  }
  return { ...submission, keyFindings }
}

/** Where it cannot be asked again it keeps a number that is no call of this look, so it proves nothing. */
async function renewCitation(claimed: ClaimedEvidence, { seen, evidence }: Renewal): Promise<ClaimedEvidence> {
  const question = seen.find(({ id }) => id === claimed.call.trim().toUpperCase())
  if (!question) return claimed
  const again = await evidence.ask(question.plugin, question.parameters)
  return { call: again?.id ?? question.id, quote: claimed.quote, askedBefore: question.id }
}
