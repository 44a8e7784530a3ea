/** One incident: what it is, what we want to do, why we believe it, how sure we are, and all that happened. */
import './incident.css'
import type { IncidentDetail } from '@contract/incident.ts'
import { Anchor, Paper, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { useClock } from '../../parts/clock.ts'
import { EmptyNote } from '../../parts/empty-note.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { OnlyLooking } from '../../parts/only-looking.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { Near } from '../../parts/said.tsx'
import { Refusal } from '../../server/ask.ts'
import { incidentQuery } from '../../server/queries.ts'
import { useMay } from '../../server/session.ts'
import { AlertsPanel } from './alerts-panel.tsx'
import { nameCalls } from './call-names.ts'
import { ContextPanel } from './context-panel.tsx'
import { CoursePanel } from './course-panel.tsx'
import { isTaken } from './decide.ts'
import { DiagnosisPanel } from './diagnosis-panel.tsx'
import { Ending } from './ending.tsx'
import { EventDrawer } from './event-drawer.tsx'
import { ExecutionPanel } from './execution-panel.tsx'
import { GatheringPanel } from './gathering-panel.tsx'
import { HandoverPanel } from './handover/handover-panel.tsx'
import { HandsPanel } from './hands/hands-panel.tsx'
import { PlanDrawer } from './hands/write-plan.tsx'
import { IncidentHead } from './incident-head.tsx'
import { IncidentLoading } from './incident-loading.tsx'
import { LifecyclePath } from './lifecycle-path.tsx'
import type { Asked } from './obstacle.ts'
import { usePageKeys } from './page-keys.ts'
import { PhoneStrip } from './phone-strip.tsx'
import { PicturesPanel } from './pictures/pictures-panel.tsx'
import { planInForce } from './plan-in-force.ts'
import { PlanPanel } from './plan-panel.tsx'
import { QuestionsPanel } from './questions-panel.tsx'
import { RelatedPanel } from './related-panel.tsx'
import { SimilarPanel } from './similar-panel.tsx'
import { StandingCordon } from './standing-cordon.tsx'
import type { TimelineHandle } from './timeline.tsx'
import { useOpened } from './use-opened.ts'
import { WordDialog } from './word-dialog.tsx'

export function IncidentPage() {
  const { id } = useParams({ from: '/incidents/$id' })
  const { data: incident, error, isPending, refetch } = useQuery(incidentQuery(id))
  usePageTitle(incident?.title ?? id)
  // What was known stays on the page while it cannot be asked for anew; the frame says that it is not live.
  if (incident) return <Incident key={id} incident={incident} />
  if (isPending) return <IncidentLoading />
  return (
    <Stack>
      <Title order={1}>{id}</Title>
      {error instanceof Refusal && error.status === 404 ? (
        <EmptyNote title={phrase('There is no such incident')}>
          {richPhrase(
            'The number may be mistyped; the incident may have been removed when its time of keeping was over; or nobody ever bore it: what a process had set aside when it was killed is skipped, and nothing is lost by that. {anchor}',
            {
              anchor: (
                <Anchor component={Link} to="/incidents" underline="always" inherit>
                  {phrase('All incidents')}
                </Anchor>
              ),
            },
          )}
        </EmptyNote>
      ) : (
        <ErrorNote error={error ?? new Error(phrase('Nothing came.'))} retry={refetch} />
      )}
    </Stack>
  )
}

function Incident({ incident }: { incident: IncidentDetail }) {
  const [{ asked, digest, hint }, setAsking] = useState<{ asked?: Asked; digest?: string; hint?: string }>({})
  const setAsked = (word: Asked, plan?: string) =>
    setAsking({ asked: word, ...(plan !== undefined && { digest: plan }) })
  const [isWriting, setIsWriting] = useState(false)
  const write = () => setIsWriting(true)
  const timeline = useRef<TimelineHandle>(null)
  const { opened, openProof, openQuote, openEvent, openLooks, close } = useOpened(incident)
  const names = useMemo(() => nameCalls(incident.events), [incident.events])
  const mayDecide = useMay('operator')
  // Axes, marks, quotes and log lines are told anew with it, whoever of them tells a time.
  useClock()
  const askFor = (word: 'confirm' | 'reject') => {
    if (mayDecide && isTaken(word, incident)) setAsked(word)
  }
  usePageKeys({ timeline, onConfirm: () => askFor('confirm'), onReject: () => askFor('reject') })
  const isWaiting = incident.status === 'awaiting_approval'
  const isHandedOver = incident.status === 'escalated'
  const isPlanless = isHandedOver && !planInForce(incident)
  const plan = isPlanless ? null : <PlanPanel key="plan" incident={incident} onDecide={setAsked} />
  const execution = <ExecutionPanel key="execution" incident={incident} />
  return (
    <Near value={incident.created_at}>
      <Stack gap="md" className="incident-body">
        <IncidentHead incident={incident} onAsk={setAsked} />
        <OnlyLooking
          to={isTaken('ignore', incident) ? phrase('decide') : phrase('look with a plugin, ask or add a note')}
          needs="operator"
        />
        <Paper withBorder px="md" py="sm" className="surface">
          <LifecyclePath incident={incident} />
        </Paper>
        <Ending incident={incident} />
        <StandingCordon incidentId={incident.id} />
        <div className="incident-columns">
          <Stack gap="md" className="incident-story">
            <Stack gap="md">
              {isHandedOver && (
                <HandoverPanel
                  incident={incident}
                  names={names}
                  onDecide={setAsked}
                  onLook={(words) => setAsking({ asked: 'rediagnose', hint: words })}
                  onWrite={write}
                  onOpen={openEvent}
                />
              )}
              {isWaiting ? [plan, execution] : [execution, plan]}
            </Stack>
            <DiagnosisPanel incident={incident} names={names} onOpen={openProof} />
            <PicturesPanel incident={incident} names={names} onOpen={openEvent} />
            <HandsPanel incident={incident} onWrite={write} />
            <QuestionsPanel incident={incident} names={names} onOpen={openQuote} />
          </Stack>
          <Stack gap="md" className="incident-aside">
            <AlertsPanel incident={incident} />
            <GatheringPanel incident={incident} />
            <ContextPanel context={incident.context} isIssueShown={isHandedOver} />
            <SimilarPanel similar={incident.similar} related={incident.related} />
            <RelatedPanel related={incident.related} similar={incident.similar} />
          </Stack>
          <CoursePanel incident={incident} names={names} timeline={timeline} onOpen={openEvent} onLooks={openLooks} />
        </div>
        <PhoneStrip incident={incident} />
        <PlanDrawer incident={incident} isOpen={isWriting} onClose={() => setIsWriting(false)} />
        <EventDrawer {...opened} names={names} onOpen={openEvent} onClose={close} />
        <WordDialog incident={incident} asked={asked} digest={digest} hint={hint} onClose={() => setAsking({})} />
      </Stack>
    </Near>
  )
}
