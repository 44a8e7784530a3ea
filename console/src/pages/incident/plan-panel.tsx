/** What we want to do about it, and the place to say yes or no. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Alert, Badge, Button, Code, Group, Stack, Text, Title, Tooltip } from '@mantine/core'
import { inLanguage } from '../../language/of-service.ts'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { RiskBadge } from '../../parts/badges.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { Expiry } from '../../parts/expiry.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { useMay } from '../../server/session.ts'
import { type DecisionWord, TAKEN_IN } from './decide.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { DryRunButton, DryRunOutcome, useRehearsal } from './dry-run.tsx'
import { DECISION_WORDS, tellWay } from './event-words.ts'
import { ExactPlan } from './exact-plan.tsx'
import { NoPlan } from './no-plan.tsx'
import { Panel } from './panel.tsx'
import { type Plan as AnyPlan, planInForce, tellWhich } from './plan-in-force.ts'
import { PlanView } from './plan-view.tsx'
import { Stopped } from './stopped.tsx'
import { decisionIn } from './timeline-reading.ts'

type Props = { incident: IncidentDetail; onDecide: (word: DecisionWord, digest?: string) => void }

export function PlanPanel({ incident, onDecide }: Props) {
  const plan = planInForce(incident)
  const mayDecide = useMay('operator')
  const isWaiting = incident.status === 'awaiting_approval'
  const [other] = isWaiting ? (plan?.alternatives ?? []) : []
  return (
    <Panel
      title={plan ? headingOf(incident, plan, mayDecide) : phrase('What to do')}
      aside={isWaiting && incident.confirm_by !== undefined && <Expiry by={incident.confirm_by} />}
    >
      <Stack gap="md">
        {RUNS_LATER.includes(incident.status) && <Stopped />}
        {plan && other ? (
          <TwoPlans incident={incident} plans={[plan, other]} onDecide={onDecide} />
        ) : (
          <OnePlan incident={incident} plan={plan} onDecide={onDecide} />
        )}
      </Stack>
    </Panel>
  )
}

function OnePlan({ incident, plan, onDecide }: Props & { plan: AnyPlan | undefined }) {
  return (
    <>
      {plan ? <Plan incident={incident} plan={plan} /> : <NoPlan incident={incident} />}
      <Deciding key={plan?.digest} incident={incident} plan={plan} onDecide={onDecide} />
      {plan && <ExactPlan plan={plan} />}
    </>
  )
}

/** Where two causes are proven a person chooses one; never both run. */
function TwoPlans({ incident, plans, onDecide }: Props & { plans: readonly [AnyPlan, AnyPlan] }) {
  return (
    <>
      <Text size="sm">
        {phrase('Two causes are proven, each with a plan of its own. Confirm one; the other is void then.')}
      </Text>
      <div className="two-views">
        {plans.map((plan) => (
          <section key={plan.digest} aria-label={tellWhich(plan, incident)}>
            <Stack gap="md">
              <Title order={3}>{tellWhich(plan, incident)}</Title>
              <Text size="sm" className="wrap-anywhere">
                <Said text={plan.description} />
              </Text>
              <PlanView plan={plan} told={plan.description} />
              <Facts plan={plan} />
              <Choosing incident={incident} plan={plan} onDecide={onDecide} />
              <ExactPlan plan={plan} />
            </Stack>
          </section>
        ))}
      </div>
      <DecisionButtons incident={incident} plans={plans} onDecide={onDecide} />
    </>
  )
}

function Choosing({ incident, plan, onDecide }: Props & { plan: AnyPlan }) {
  const rehearsal = useRehearsal(incident.id, plan.digest)
  if (!useMay('operator')) return null
  return (
    <>
      <Group gap="xs">
        <Button px={14} onClick={() => onDecide('confirm', plan.digest)}>
          {phrase('Confirm this plan…')}
        </Button>
        <DryRunButton rehearsal={rehearsal} />
      </Group>
      <DryRunOutcome rehearsal={rehearsal} digest={plan.digest} />
    </>
  )
}

/** Where something may yet be carried out. */
const RUNS_LATER: readonly IncidentDetail['status'][] = [...TAKEN_IN.ignore, 'executing']

function headingOf({ status, events }: IncidentDetail, { purpose }: AnyPlan, mayDecide: boolean): string {
  const what = purpose === 'undo' ? phrase('Undoing') : phrase('Plan')
  if (status === 'awaiting_approval')
    return mayDecide
      ? phrase('{what}: it runs only if you confirm it', { what })
      : phrase('{what}: it runs only if an operator confirms it', { what })
  return decisionIn(events)?.data.decision === 'confirm'
    ? phrase('{what}, confirmed', { what })
    : phrase('{what}, not confirmed', { what })
}

function Plan({ incident, plan }: { incident: IncidentDetail; plan: AnyPlan }) {
  // The analysis describes a plan by its conclusion, which stands under Diagnosis.
  const description = plan.description === incident.diagnosis?.conclusion ? '' : plan.description
  return (
    <>
      {plan.purpose === 'undo' && (
        <Alert color="orange" title={phrase('This plan undoes the one before')}>
          {phrase(
            'The earlier plan was carried out and things became worse. It is a plan like any other: nothing runs unless it is confirmed.',
          )}
        </Alert>
      )}
      {description !== '' && (
        <Text className="wrap-anywhere">
          <Said text={description} />
        </Text>
      )}
      <PlanView plan={plan} told={description} />
      <Facts plan={plan} />
      <Decided incident={incident} />
    </>
  )
}

function Deciding({ incident, plan, onDecide }: Props & { plan: AnyPlan | undefined }) {
  const rehearsal = useRehearsal(incident.id, plan?.digest)
  const mayTry = useMay('operator') && incident.status === 'awaiting_approval' && plan !== undefined
  return (
    <>
      <Group gap="xs" justify="space-between" className="deciding">
        <DecisionButtons incident={incident} onDecide={onDecide} />
        {mayTry && <DryRunButton rehearsal={rehearsal} />}
      </Group>
      {mayTry && <DryRunOutcome rehearsal={rehearsal} digest={plan.digest} />}
    </>
  )
}

function Facts({ plan }: { plan: AnyPlan }) {
  return (
    <Group gap="xs">
      <RiskBadge risk={plan.risk_level} />
      <Tooltip label={phrase('It was judged when the plan was proposed, and is judged once more before each action.')}>
        <Badge variant="light" color="green" tt="none" tabIndex={0}>
          {phrase('policy allows it')}
        </Badge>
      </Tooltip>
      <Text size="sm" className="muted">
        {phrase('takes {estimatedDuration}', { estimatedDuration: inLanguage(plan.estimated_duration) })}
      </Text>
      <Tooltip label={plan.digest} multiline maw={320} className="wrap-anywhere">
        <Code tabIndex={0} aria-label={phrase('Digest of the plan: {digest}', { digest: plan.digest })}>
          {phrase('plan {version} · {shortDigest}', { version: plan.version, shortDigest: shortDigest(plan.digest) })}
        </Code>
      </Tooltip>
    </Group>
  )
}

const DIGEST_SHOWN = 12

function shortDigest(digest: string): string {
  return digest.slice(0, DIGEST_SHOWN)
}

function Decided({ incident }: { incident: IncidentDetail }) {
  const decision = decisionIn(incident.events)
  if (!decision || incident.status === 'awaiting_approval') return null
  const { decision: word, by, via, comment } = decision.data
  const told = {
    decision: <b>{DECISION_WORDS[word] ?? word}</b>,
    by: exactText(by),
    way: exactText(tellWay(via)),
    moment: <Moment at={decision.timestamp} />,
  }
  return (
    <Text size="sm" className="wrap-anywhere">
      {comment === ''
        ? richPhrase('{decision} by {by} {way}, {moment}', told)
        : richPhrase('{decision} by {by} {way}, {moment}: {comment}', { ...told, comment: exactText(comment) })}
    </Text>
  )
}
