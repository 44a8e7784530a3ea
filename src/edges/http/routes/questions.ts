/** Asking about an incident: the question stands on the timeline at once, the answer as soon as there is one. */
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { Problem } from '../../../problem.ts'
import { QUESTIONS_MAX, type Question } from '../../../story/incident/question.ts'
import type { Questions } from '../../open-questions.ts'
import { Envelope, errorAnswers } from '../contract/envelope.ts'
import { AskedQuestion, QuestionList, QuestionRequest, type Question as ShownQuestion } from '../contract/question.ts'
import { answer } from '../envelope.ts'
import { IdPath, noSuchIncident, readId } from './incident-path.ts'

export function addQuestionRoutes(app: FastifyInstance, { questions }: { questions: Questions }): void {
  app.post(
    '/api/incidents/:id/questions',
    {
      config: { need: 'operator' },
      schema: {
        tags: ['Incidents'],
        operationId: 'askQuestion',
        summary: 'Ask about an incident; it is answered with quotes from its evidence, and nothing is changed',
        params: IdPath,
        body: QuestionRequest,
        response: { 200: Envelope(AskedQuestion), ...errorAnswers('NOT_FOUND', 'CONFLICT') },
      },
    },
    async (request) => {
      const { question: text, wait_seconds = 0 } = request.body as Static<typeof QuestionRequest>
      const id = readId(request.params)
      const asked = await questions.ask({ incidentId: id, text, by: request.caller.name, via: 'api' })
      if (asked === 'none') throw noSuchIncident()
      if (asked === 'full')
        throw new Problem(
          'CONFLICT',
          `An incident takes at most ${QUESTIONS_MAX} questions, and this one has had them.`,
        )
      const question = wait_seconds > 0 ? await questions.wait(asked, wait_seconds * 1000) : asked
      const words = question.answered
        ? 'It is answered.'
        : 'It is being looked into; the answer stands on the timeline.'
      return answer({ incident_id: id, question: shownQuestion(question) }, words)
    },
  )
  app.get(
    '/api/incidents/:id/questions',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Incidents'],
        operationId: 'listQuestions',
        summary: 'What was asked about an incident, oldest first, with the answers',
        params: IdPath,
        response: { 200: Envelope(QuestionList), ...errorAnswers('NOT_FOUND') },
      },
    },
    async (request) => {
      const id = readId(request.params)
      const listed = await questions.list(id)
      if (!listed) throw noSuchIncident()
      return answer({ incident_id: id, questions: listed.map(shownQuestion) })
    },
  )
}

function shownQuestion({ number, text, by, via, askedAt, answered }: Question): ShownQuestion {
  return {
    number,
    question: text,
    asked_by: by,
    via,
    asked_at: askedAt.toISOString(),
    answered_at: answered?.at.toISOString() ?? null,
    answer: answered
      ? {
          text: answered.text,
          by: answered.by,
          findings: answered.findings.map((finding) => ({ text: finding.text, evidence: [...finding.evidence] })),
          note: answered.note,
        }
      : null,
  }
}
