/** Why we believe it, and how sure we are. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Diagnosis } from '@contract/incident-course.ts'
import { Alert, Badge, Group, Progress, Stack, Text } from '@mantine/core'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { isClosed } from '../../parts/statuses.ts'
import { Disagreement, Doubts, isUnset, Sentences, Suggestions } from './doubts.tsx'
import { percent } from './event-words.ts'
import { Findings } from './findings.tsx'
import { besideGuesses } from './handover/beside-guesses.ts'
import { KnownEntries } from './known-entries.tsx'
import { leadOf } from './lead.ts'
import { EntityMapView } from './map/entity-map.tsx'
import { lockMapOf } from './map/lock-map.ts'
import { whyNoMap } from './map/why-no-map.ts'
import { OtherView } from './other-view.tsx'
import { Panel } from './panel.tsx'
import { planInForce } from './plan-in-force.ts'
import { tellUnseen } from './tell-unseen.ts'
import { callOf, handedIn } from './timeline-reading.ts'

const SITUATION_WORDS: Record<Diagnosis['situation'], string> = {
  fault: phrase('Something is wrong'),
  recovered: phrase('It has recovered'),
  works_as_designed: phrase('It works as designed'),
  not_found: phrase('What the alert speaks of is not there'),
  unclear: phrase('No proven cause'),
}

const SOURCE_WORDS: Record<Diagnosis['source'], string> = {
  analysis: phrase('Concluded by the built-in analysis'),
  model: phrase('Concluded by the model, checked against the evidence'),
}

type Props = {
  incident: IncidentDetail
  /** What the page calls each tool call, by its event. */
  names: ReadonlyMap<string, string>
  onOpen: (evidence: number) => void
}

export function DiagnosisPanel({ incident, names, onOpen }: Props) {
  const { diagnosis } = incident
  if (!diagnosis)
    return (
      <Panel title={phrase('Diagnosis')}>
        <Text size="sm">
          {isClosed(incident.status)
            ? phrase('It was closed before anybody looked for the cause.')
            : phrase('There is none yet. It appears here by itself.')}
        </Text>
      </Panel>
    )
  return (
    <Panel
      title={phrase('Diagnosis')}
      aside={<Verdict diagnosis={diagnosis} isOver={incident.status === 'resolved'} />}
    >
      <Concluded incident={incident} diagnosis={diagnosis} names={names} onOpen={onOpen} />
    </Panel>
  )
}

function Concluded({ incident, diagnosis, names, onOpen }: Props & { diagnosis: Diagnosis }) {
  const lead = leadOf(incident, diagnosis)
  const { without, isTold, isConclusionTold } = besideGuesses(incident)
  const conclusion = lead.finding === undefined ? without(lead.text) : ''
  // Without a plan they stand where the plan would.
  const hasPlan = planInForce(incident) !== undefined
  // What whoever takes over needs stands in a panel of its own.
  const isHandedOver = incident.status === 'escalated'
  return (
    <Stack gap="md">
      {incident.status === 'diagnosing' && !handedIn(incident.events) && (
        <Alert color="blue">{phrase('We are looking again. This is what was concluded before.')}</Alert>
      )}
      <Disagreement diagnosis={diagnosis} />
      {isConclusionTold && (
        <Text size="sm" className="muted">
          {phrase('What was concluded stands above, under “Where to begin”.')}
        </Text>
      )}
      {conclusion !== '' && (
        <Text className="wrap-anywhere">
          <Said text={conclusion} />
        </Text>
      )}
      <Findings
        diagnosis={diagnosis}
        lead={lead.finding}
        above={lead.finding === undefined ? conclusion : lead.text}
        isTold={isTold}
        nameOf={(call) => names.get(callOf(incident, call)?.id ?? '') ?? call}
        onOpen={onOpen}
      />
      {diagnosis.other_view && <OtherView view={diagnosis.other_view} />}
      <EntityMapView map={diagnosis.map ?? lockMapOf(incident)} whyNone={whyNoMap(diagnosis, incident.alerts)} />
      {!isHandedOver && <KnownEntries entries={diagnosis.knowledge} />}
      <Doubts diagnosis={diagnosis} />
      <Sentences title={phrase('Ruled out')} of={diagnosis.ruled_out} />
      {!isHandedOver && <Sentences title={phrase('Could not be looked at')} of={diagnosis.not_seen.map(tellUnseen)} />}
      {hasPlan && !isHandedOver && <Suggestions of={diagnosis.suggested_actions} />}
      <Origin diagnosis={diagnosis} />
    </Stack>
  )
}

const SURE = 0.8
const HALF_SURE = 0.5

function Verdict({
  diagnosis: { confidence, situation, key_findings },
  isOver,
}: {
  diagnosis: Diagnosis
  isOver: boolean
}) {
  const color = confidence >= SURE ? 'green' : confidence >= HALF_SURE ? 'yellow' : 'orange'
  return (
    <Group gap="sm">
      <Badge variant="light" tt="none" color="gray">
        {isOver && situation === 'fault' ? phrase('Something was wrong') : SITUATION_WORDS[situation]}
      </Badge>
      {/* Where no cause is proven there is nothing to be sure of. */}
      {key_findings.length > 0 && situation !== 'unclear' && (
        <Group gap={6}>
          <Progress value={confidence * 100} color={color} w={80} size="lg" aria-label={phrase('Confidence')} />
          <Text size="sm" fw={600}>
            {phrase('{confidence} sure', { confidence: percent(confidence) })}
          </Text>
        </Group>
      )}
    </Group>
  )
}

function Origin({ diagnosis: { source, diagnosed_at, version, model_failure = '' } }: { diagnosis: Diagnosis }) {
  return (
    <Text size="xs" className="muted wrap-anywhere">
      {version > 1 && phrase('Look {version}, ', { version })}
      {richPhrase('{source}, {moment}.', {
        source: SOURCE_WORDS[source],
        moment: <Moment at={diagnosed_at} size="xs" />,
      })}
      {isUnset(model_failure) && <Said text={` ${model_failure}`} />}
    </Text>
  )
}
