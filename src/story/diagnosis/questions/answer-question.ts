/**
 * The front of the room of questions: a person asks about an incident, and gets an answer with quotes from its evidence.
 * Nothing is changed by it. Where no model can speak, what the lenses know of those the question names is the answer, or
 * what is written down of the incident.
 */
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import type { Answer } from '../../incident/question.ts'
import { handNames } from '../diagnose-incident.ts'
import { createRecogniser } from '../instructions/gives-orders.ts'
import { askAbout } from './ask-about.ts'
import type { Asking, QuestionParts } from './asking.ts'
import { exhibitsOf, isQuestioned } from './exhibits-of.ts'
import { knownOf } from './known-of.ts'

export async function answerQuestion(parts: QuestionParts, asking: Asking): Promise<Answer> {
  const { incident, events, question } = asking
  const exhibits = exhibitsOf(events)
  const environment = readEnvironment(await parts.currentEnvironment())
  const known = knownOf(question.text, { diagnosis: incident.diagnosis ?? {}, exhibits, environment })
  const fromRecords = (note: string): Answer => ({
    text: known?.text ?? parts.inPlainWords(asking, question.text),
    by: 'records',
    findings: known?.findings ?? [],
    note,
  })
  if (!(await parts.mind.isConfigured())) return fromRecords('')
  const asked = events.filter(isQuestioned)
  const given = {
    ...{ ...asking, exhibits, known, callsBefore: asked.length },
    ownCallsBefore: asked.filter(({ data }) => String(data.call).startsWith(`Q${question.number}.`)).length,
    givesOrders: createRecogniser(handNames(parts.mind.plugins())),
  }
  const said = await askAbout(parts, given)
  if ('failure' in said) return fromRecords(`No model answers: ${said.failure} This is what is written down.`)
  const { redact } = parts.mind.redactor
  return {
    text: redact(said.text),
    by: 'model',
    findings: said.findings.map(({ text, evidence }) => ({ text: redact(text), evidence })),
    note: noteOf(said),
  }
}

function noteOf({ findings, problems }: { findings: readonly unknown[]; problems: readonly string[] }): string {
  if (findings.length === 0) return 'Unproven: nothing of it is quoted from the evidence.'
  const { length } = problems
  return length === 0 ? '' : `${length} of its quotes ${length === 1 ? 'was' : 'were'} not found and left out.`
}
