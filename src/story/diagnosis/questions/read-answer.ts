/** What a model answers, read and checked: its words, and of what it quotes only what stands in the evidence. */
import type { ModelTool, ModelTurn } from '../../../ports/language-model.ts'
import type { KeyFinding } from '../../incident/diagnosis.ts'
import { checkEvidence } from '../model/check-evidence.ts'
import type { Grounds } from '../model/mind.ts'
import { FINDINGS } from '../model/model-tools.ts'
import { plainText } from '../model/shown.ts'
import { objectsIn } from '../model/spoken-submission.ts'
import { type ClaimedFinding, readFinding } from '../model/submission.ts'

export const ANSWER = 'answer_question'

const ANSWER_CHARACTERS_MAX = 4_000
const FINDINGS_MAX = 10

export const ANSWER_TOOL: ModelTool = {
  name: ANSWER,
  description: 'Answer the question. This ends the work.',
  parameters: {
    type: 'object',
    properties: {
      answer: { type: 'string' },
      findings: FINDINGS,
    },
    required: ['answer', 'findings'],
  },
}

type Given = { text: string; findings: readonly ClaimedFinding[] }

/** By its tool, as JSON within a text, or in plain words; undefined where it only wants to look. */
export function answerIn({ calls, text }: Pick<ModelTurn, 'calls' | 'text'>): Given | undefined {
  const call = calls.find(({ tool }) => tool === ANSWER)
  const written = call?.malformed ?? (calls.length === 0 ? text : '')
  const fields = call && call.malformed === undefined ? call.parameters : [...objectsIn(written)].find(holdsAnswer)
  if (fields && holdsAnswer(fields)) return readAnswer(fields)
  const words = plainText(written, ANSWER_CHARACTERS_MAX)
  return words === '' ? undefined : { text: words, findings: [readFinding(words)].filter(isQuoting) }
}

function holdsAnswer(fields: Readonly<Record<string, unknown>>): boolean {
  return typeof fields.answer === 'string' && fields.answer.trim() !== ''
}

function readAnswer({ answer, findings }: Readonly<Record<string, unknown>>): Given {
  const claimed = Array.isArray(findings) ? findings.slice(0, FINDINGS_MAX).map(readFinding) : []
  return { text: plainText(answer, ANSWER_CHARACTERS_MAX), findings: claimed }
}

function isQuoting({ evidence }: ClaimedFinding): boolean {
  return evidence.length > 0
}

export type CheckedAnswer = { text: string; findings: readonly KeyFinding[]; problems: readonly string[] }

export function checkAnswer({ text, findings }: Given, seen: Pick<Grounds, 'exhibits' | 'givesOrders'>): CheckedAnswer {
  const { keyFindings, problems } = checkEvidence(findings, seen)
  const isBare = findings.length === 0 ? ['findings must hold at least one sentence with its quote'] : []
  return { text, findings: keyFindings, problems: [...isBare, ...problems] }
}
