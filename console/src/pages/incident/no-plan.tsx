/** Why there is nothing to confirm. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Alert, Anchor, Group, List, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { tellAction } from '../../parts/action-words.ts'
import { exactText } from '../../parts/exact-text.ts'
import { Said } from '../../parts/said.tsx'
import { isClosed } from '../../parts/statuses.ts'
import { tellLook } from '../../parts/tool-names.ts'
import { useActionWords } from '../../server/action-words.ts'
import { incidentQuery } from '../../server/queries.ts'
import { Suggestions } from './doubts.tsx'
import { endingOf } from './ending-words.ts'
import { handedIn, isKind, sinceDiagnosis, sinceLastPlan } from './timeline-reading.ts'

export function NoPlan({ incident }: { incident: IncidentDetail }) {
  const { status } = incident
  if (status === 'pending') return <Busy>{phrase('It waits to be looked at.')}</Busy>
  if (status === 'diagnosing') return <Looking incident={incident} />
  return (
    <Stack gap="sm">
      <Text size="sm" className="wrap-anywhere">
        {incident.part_of !== null && !isClosed(status) ? (
          <AtLeader id={incident.part_of} />
        ) : (
          <Said text={whyNone(incident)} />
        )}
      </Text>
      <Refused incident={incident} />
      <Suggestions of={incident.diagnosis?.suggested_actions ?? []} />
    </Stack>
  )
}

/** What is decided there holds for its parts, as long as it is open. */
function AtLeader({ id }: { id: string }) {
  const { data } = useQuery(incidentQuery(id))
  const leader = (
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to="/incidents/$id" params={{ id }} />}>
      {id}
    </Anchor>
  )
  return data && isClosed(data.status)
    ? richPhrase(
        'It was part of {leader}, which is closed, and its own alert has not cleared. Unless it clears soon, it is looked at by itself.',
        { leader },
      )
    : richPhrase('It is part of {leader}: what is done about both is decided there.', { leader })
}

function Busy({ children }: { children: React.ReactNode }) {
  return (
    <Group gap="sm" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{children}</Text>
    </Group>
  )
}

/** Nobody looks for the cause then: the gates look whether the plan fits. */
function Looking({ incident }: { incident: IncidentDetail }) {
  const plan = handedIn(incident.events)
  if (plan) return <Busy>{phrase('The plan that {by} wrote is being judged.', { by: exactText(plan.data.by) })}</Busy>
  const calls = sinceDiagnosis(incident.events).filter(isKind('tool_call'))
  const newest = calls.at(-1)?.data
  return (
    <Busy>
      {phrase('Looking for the cause: {course}.', {
        course:
          newest === undefined
            ? phrase('beginning')
            : phrase('{calls} {noun} so far, the last one {newest}', {
                calls: calls.length,
                noun: calls.length === 1 ? phrase('call') : phrase('calls'),
                newest: tellLook(newest),
              }),
      })}
    </Busy>
  )
}

/** What the top of the page has said already is not said again. */
function whyNone(incident: IncidentDetail): string {
  const none = isClosed(incident.status) ? phrase('There was no plan.') : phrase('There is no plan.')
  const reason = incident.diagnosis?.no_action_reason ?? ''
  return isSaid(reason, incident) ? none : `${none} ${reason}`
}

function isSaid(sentence: string, incident: IncidentDetail): boolean {
  return endingOf(incident)?.text.includes(sentence) ?? false
}

/** Policy is what people allowed; a gate asks the facts whether the step fits what was seen. */
function whoRefused(reasons: readonly string[]): string {
  const byGate = reasons.filter((reason) => reason === 'gate').length
  if (byGate === 0) return phrase('Policy refused what would help')
  return byGate === reasons.length
    ? phrase('Refused: it does not fit what was seen')
    : phrase('Refused, by policy and by what was seen')
}

export function Refused({ incident }: { incident: IncidentDetail }) {
  const words = useActionWords()
  const refusals = sinceLastPlan(incident.events).filter(isKind('policy_refused'))
  if (refusals.length === 0) return null
  return (
    <Alert color="orange" title={whoRefused(refusals.map(({ data }) => data.reason))}>
      <List size="sm" spacing="xs">
        {refusals.map(({ id, data }) => (
          <List.Item key={id} className="wrap-anywhere">
            <b>{tellAction(data, words)}</b>
            {!isSaid(data.sentence, incident) && (
              <>
                : <Said text={data.sentence} />
              </>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
