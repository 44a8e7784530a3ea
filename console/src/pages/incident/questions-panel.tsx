/** Asking about the incident: a box for the question, and every question with its answer and what proves it. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { useMay } from '../../server/session.ts'
import { useWord } from './decide.ts'
import { Panel } from './panel.tsx'
import { type Proof, Proofs } from './proofs.tsx'
import { type AskedQuestion, callBefore, type EventOf, questionsIn } from './timeline-reading.ts'

type Props = {
  incident: IncidentDetail
  /** What the page calls each tool call, by its event. */
  names: ReadonlyMap<string, string>
  onOpen: (question: number, evidence: number) => void
}

/** As the service takes it. */
const CHARACTERS_MAX = 2_000

export function QuestionsPanel({ incident, names, onOpen }: Props) {
  const mayAsk = useMay('operator')
  const questions = questionsIn(incident.events)
  if (!mayAsk && questions.length === 0) return null
  return (
    <Panel title={phrase('Questions')}>
      <Stack gap="md">
        {mayAsk && <QuestionForm incidentId={incident.id} />}
        {questions.length > 0 && (
          <ol aria-label={phrase('Questions and answers, newest first')} className="findings" reversed>
            {questions.map((one) => (
              <li key={one.asked.id}>
                <Exchange one={one} incident={incident} names={names} onOpen={onOpen} />
              </li>
            ))}
          </ol>
        )}
      </Stack>
    </Panel>
  )
}

function QuestionForm({ incidentId }: { incidentId: string }) {
  const [text, setText] = useState('')
  const asking = useWord(incidentId)
  const isEmpty = text.trim() === ''
  const ask = () =>
    asking.mutate({ path: 'questions', body: { question: text.trim() } }, { onSuccess: () => setText('') })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) ask()
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={phrase('Ask about this incident')}
          description={phrase('It is answered with quotes from the evidence; nothing is changed by it.')}
          placeholder={phrase('Why not the cache? What changed on node-3?')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={CHARACTERS_MAX}
          autosize
          minRows={1}
          maxRows={8}
        />
        {asking.error && <ErrorNote error={asking.error} />}
        <Group justify="flex-end">
          <Button type="submit" size="xs" loading={asking.isPending} disabled={isEmpty}>
            {phrase('Ask')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type ExchangeProps = Props & { one: AskedQuestion }

function Exchange({ one: { asked, answered }, incident, names, onOpen }: ExchangeProps) {
  const id = useId()
  return (
    <Stack gap={4} component="article" aria-labelledby={id}>
      <Text fw={600} size="sm" id={id} className="wrap-anywhere">
        {exactText(asked.data.text)}
      </Text>
      <Text size="xs" className="muted">
        {exactText(asked.data.by)}, <Moment at={asked.timestamp} size="xs" />
      </Text>
      {answered ? (
        <Answer answered={answered} incident={incident} names={names} onOpen={onOpen} />
      ) : (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">{phrase('It is being looked into.')}</Text>
        </Group>
      )}
    </Stack>
  )
}

const BY: Readonly<Record<string, string>> = {
  model: phrase('Answered by the model; quotes are checked against the evidence.'),
  records: phrase('Answered from what was seen and written down.'),
}

function Answer({ answered, incident, names, onOpen }: Props & { answered: EventOf<'question_answered'> }) {
  const { text, findings, note, by, question } = answered.data
  const nameOf = (call: string) => names.get(callBefore(incident.events, answered, call)?.id ?? '') ?? call
  const proofs = findings.flatMap(({ evidence }, finding) => evidence.map((one) => ({ finding, ...one })))
  const proofsOf = (finding: number): Proof[] => [...proofs.entries()].filter(([, one]) => one.finding === finding)
  return (
    <>
      <Text size="sm" className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
        <Said text={text} />
      </Text>
      {findings.map((finding, at) => (
        <div key={finding.text}>
          {!text.includes(finding.text) && (
            <Text size="sm" className="wrap-anywhere">
              <Said text={finding.text} />
            </Text>
          )}
          <Proofs proofs={proofsOf(at)} nameOf={nameOf} onOpen={(evidence) => onOpen(question, evidence)} />
        </div>
      ))}
      <Text size="xs" className="muted">
        {BY[by] ?? by} <Said text={note} />
      </Text>
    </>
  )
}
