/** Why we believe it, and how sure we are. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Diagnosis } from '@contract/incident-course.ts'
import { Alert, Badge, Group, Progress, Stack, Text } from '@mantine/core'
import { exactText } from '../../parts/exact-text.ts'
import { Moment } from '../../parts/moment.tsx'
import { Doubts, Sentences, Suggestions } from './doubts.tsx'
import { percent } from './event-words.ts'
import { Findings } from './findings.tsx'
import { Panel } from './panel.tsx'
import { planInForce } from './plan-in-force.ts'

const SITUATION_WORDS: Record<Diagnosis['situation'], string> = {
  fault: 'Something is wrong',
  recovered: 'It has recovered',
  works_as_designed: 'It works as designed',
  not_found: 'What the alert speaks of is not there',
  unclear: 'Unclear',
}

const SOURCE_WORDS: Record<Diagnosis['source'], string> = {
  analysis: 'concluded by the built-in analysis',
  model: 'concluded by the model, checked against the evidence',
}

type Props = { incident: IncidentDetail; onOpen: (evidence: number) => void }

export function DiagnosisPanel({ incident, onOpen }: Props) {
  const { diagnosis, status } = incident
  // Without a plan they stand where the plan would.
  const hasPlan = planInForce(incident) !== undefined
  if (!diagnosis)
    return (
      <Panel title="Diagnosis">
        <Text size="sm">There is none yet. It appears here by itself.</Text>
      </Panel>
    )
  return (
    <Panel
      title="Diagnosis"
      aside={
        <Badge variant="light" tt="none" color="gray">
          {SITUATION_WORDS[diagnosis.situation]}
        </Badge>
      }
    >
      <Stack gap="md">
        {status === 'diagnosing' && (
          <Alert color="blue">We are looking again. This is what was concluded before.</Alert>
        )}
        <Text className="wrap-anywhere">{exactText(diagnosis.conclusion)}</Text>
        <Confidence diagnosis={diagnosis} />
        <Doubts diagnosis={diagnosis} />
        <Findings diagnosis={diagnosis} onOpen={onOpen} />
        <Sentences title="Ruled out" of={diagnosis.ruled_out} />
        <Sentences title="Could not be looked at" of={diagnosis.not_seen} />
        {hasPlan && <Suggestions of={diagnosis.suggested_actions} />}
      </Stack>
    </Panel>
  )
}

const SURE = 0.8
const HALF_SURE = 0.5

function Confidence({ diagnosis: { confidence, source, diagnosed_at, version } }: { diagnosis: Diagnosis }) {
  const color = confidence >= SURE ? 'green' : confidence >= HALF_SURE ? 'yellow' : 'orange'
  return (
    <Group gap="sm">
      <Progress value={confidence * 100} color={color} w={140} size="lg" aria-label="Confidence" />
      <Text size="sm" fw={600}>
        {percent(confidence)} sure
      </Text>
      <Text size="sm" className="muted">
        {SOURCE_WORDS[source]}, <Moment at={diagnosed_at} />
        {version > 1 && `, look ${version}`}
      </Text>
    </Group>
  )
}
