/** Until there is a diagnosis worth settling: a submission that does not hold may be mended once, then what is left of it stands. */
import type { Evidence } from '../evidence.ts'
import { type CheckedSubmission, checkSubmission } from './check-submission.ts'
import type { Conversation } from './conversation.ts'
import type { Grounds } from './mind.ts'
import { type ClaimedEvidence, readSubmission, type Submission } from './submission.ts'
import type { SeenCall } from './turn-record.ts'

const PROBLEMS_SHOWN = 12

/** `evidence` is of this look; `grounds` is what is seen in it up to now. */
export type Checking = { evidence: Evidence; grounds: () => Grounds }

export async function reachDiagnosis(talk: Conversation, checking: Checking): Promise<Reached | { failure: string }> {
  const first = await nextChecked(talk, checking)
  if ('failure' in first || first.problems.length === 0 || !talk.canGoOn) return first
  talk.reply(repairWords(first.problems))
  const second = await nextChecked(talk, checking)
  return 'failure' in second || isWorse(second.checked, first.checked) ? first : second
}

export type Reached = { checked: CheckedSubmission; problems: readonly string[] }

async function nextChecked(
  talk: Conversation,
  { evidence, grounds }: Checking,
): Promise<Reached | { failure: string }> {
  const submitted = await talk.nextSubmission()
  if ('failure' in submitted) return submitted
  const { submission, problems } = readSubmission(submitted.parameters, submitted.malformed)
  if (submitted.isProse && !speaksOf(submission.conclusion, grounds())) return { failure: ONLY_TALKED }
  const seen = submitted.seenBefore
  const renewed = seen ? await renewCitations(submission, { seen, evidence }) : submission
  const checked = checkSubmission(renewed, grounds())
  return { checked, problems: [...problems, ...checked.problems] }
}

const ONLY_TALKED = 'The model submitted no diagnosis and named nothing of this incident in what it said instead.'

/** Words that name nothing the alert is about could be said to any alert. */
function speaksOf(text: string, { analysis: { subject, findings } }: Grounds): boolean {
  const { severity: _, ...labels } = subject.labels
  const names = [...Object.values(labels), ...findings.map((finding) => finding.subject.name)]
  const said = text.toLowerCase()
  return names.length === 0 || names.some((name) => name.length > 2 && said.includes(name.toLowerCase()))
}

function repairWords(problems: readonly string[]): string {
  const listed = problems.slice(0, PROBLEMS_SHOWN).map((problem) => `- ${problem}`)
  return ['This does not hold:', ...listed, 'Correct it and submit once more.'].join('\n')
}

function isWorse(one: CheckedSubmission, other: CheckedSubmission): boolean {
  const isUsable = ({ isTainted, keyFindings, conclusion }: CheckedSubmission) =>
    !isTainted && conclusion !== '' && keyFindings.length > 0
  return !isUsable(one) && isUsable(other)
}

// A submission from before an interruption cites answers that are old by now. Each question is asked again, and its
// quotes are looked for in what is answered now: the turn is not paid for twice, and nothing past is told as present.

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
