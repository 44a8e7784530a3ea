/** What people have told us about the thing that is in trouble. */
import type { IncidentDetail } from '@contract/incident.ts'
import { List, Stack, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { listed } from '../../parts/listed.ts'
import { Pairs } from './pairs.tsx'
import { Panel } from './panel.tsx'

/** `isIssueShown` where the known issues stand elsewhere on the page. */
type Props = Pick<IncidentDetail, 'context'> & { isIssueShown: boolean }

export function ContextPanel({ context, isIssueShown }: Props) {
  if (context === null) return null
  const { service, namespace, team, oncall, depends_on, depended_on_by, databases } = context
  const known = {
    ...(service && { [phrase('service')]: service }),
    ...(namespace && { [phrase('namespace')]: namespace }),
    ...(team && { [phrase('team')]: team }),
    ...(oncall && { [phrase('on call')]: oncall }),
    ...(depends_on.length > 0 && { [phrase('depends on')]: listed(depends_on) }),
    ...(depended_on_by.length > 0 && { [phrase('needed by')]: listed(depended_on_by) }),
    ...(databases.length > 0 && {
      [phrase('databases')]: listed(databases.map(({ name, type }) => `${name} (${type})`)),
    }),
  }
  return (
    <Panel title={phrase('What is known of it')}>
      <Stack gap="sm">
        {context.description && (
          <Text size="sm" className="wrap-anywhere">
            {exactText(context.description)}
          </Text>
        )}
        <Pairs of={known} />
        <Definition definition={context.alert_definition} />
        {!isIssueShown && context.common_issues.map((issue) => <CommonIssue key={issue.issue} issue={issue} />)}
      </Stack>
    </Panel>
  )
}

type Context = NonNullable<IncidentDetail['context']>

function Definition({ definition }: { definition: Context['alert_definition'] }) {
  if (definition === null) return null
  const { name, description, response_time } = definition
  return (
    <Text size="sm" className="wrap-anywhere">
      <b>{exactText(name)}</b>: {exactText(description)}
      {response_time !== '' &&
        phrase(' (to be answered within {responseTime})', { responseTime: exactText(response_time) })}
    </Text>
  )
}

export function CommonIssue({
  issue: { issue, description, standard_procedure },
}: {
  issue: Context['common_issues'][number]
}) {
  return (
    <div className="action">
      <Text size="sm" fw={600} className="wrap-anywhere">
        {phrase('Known: {issue}', { issue: exactText(issue) })}
      </Text>
      <Text size="sm" className="wrap-anywhere">
        {exactText(description)}
      </Text>
      <List size="sm" type="ordered">
        {standard_procedure.map((step) => (
          <List.Item key={step} className="wrap-anywhere">
            {exactText(step)}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
