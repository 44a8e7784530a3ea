/** Until there is a diagnosis worth settling: a submission that does not hold may be mended once, then what is left of it stands. */
import { type CheckedSubmission, checkSubmission } from './check-submission.ts'
import type { Conversation } from './conversation.ts'
import type { Grounds } from './grounds.ts'
import { readSubmission } from './submission.ts'

const PROBLEMS_TOLD = 12

export async function reachDiagnosis(
  talk: Conversation,
  grounds: () => Grounds,
): Promise<Reached | { failure: string }> {
  const first = await nextChecked(talk, grounds)
  if ('failure' in first || first.problems.length === 0 || !talk.canGoOn) return first
  talk.reply(repairWords(first.problems))
  const second = await nextChecked(talk, grounds)
  return 'failure' in second || isWorse(second.checked, first.checked) ? first : second
}

type Reached = { checked: CheckedSubmission; problems: readonly string[] }

async function nextChecked(talk: Conversation, grounds: () => Grounds): Promise<Reached | { failure: string }> {
  const submitted = await talk.nextSubmission()
  if ('failure' in submitted) return submitted
  const { submission, problems } = readSubmission(submitted.parameters, submitted.malformed)
  const checked = checkSubmission(submission, grounds())
  return { checked, problems: [...problems, ...checked.problems] }
}

function repairWords(problems: readonly string[]): string {
  const told = problems.slice(0, PROBLEMS_TOLD).map((problem) => `- ${problem}`)
  return ['This does not hold:', ...told, 'Correct it and submit once more.'].join('\n')
}

function isWorse(one: CheckedSubmission, other: CheckedSubmission): boolean {
  const isUsable = ({ isTainted, keyFindings, conclusion }: CheckedSubmission) =>
    !isTainted && conclusion !== '' && keyFindings.length > 0
  return !isUsable(one) && isUsable(other)
}
