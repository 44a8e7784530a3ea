import { Alert, Anchor, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { Said } from '../../parts/said.tsx'
import { statusQuery } from '../../server/queries.ts'
import { useMay } from '../../server/session.ts'

/** A setting by its name, as in CHAT_ENCRYPT_KEY. */
const NAMES_A_SETTING = /\b[A-Z]{3,}_[A-Z_]+\b/

/** Runs that were given up, as the command line lists them. */
const NAMES_RUNS = /\bfirebreak runs\b/

/** What the service itself says an operator should mend. */
export function Warnings() {
  const { data } = useQuery(statusQuery)
  const isAdmin = useMay('admin')
  if (!data || data.warnings.length === 0) return null
  return (
    <Alert color="yellow" title={phrase('To mend')} role="region" aria-label={phrase('To mend')}>
      <List size="sm" spacing={4} className="wrap-anywhere">
        {data.warnings.map((warning) => (
          <List.Item key={warning}>
            <Said text={warning} near={new Date().toISOString()} />
          </List.Item>
        ))}
      </List>
      {data.warnings.some((warning) => NAMES_RUNS.test(warning)) && (
        <Text size="sm" mt="xs">
          {richPhrase('They are listed on the {anchor}.', {
            anchor: (
              <Anchor
                c="inherit"
                underline="always"
                inherit
                renderRoot={(props) => <Link {...props} to="/runs" search={{ state: 'given_up' }} />}
              >
                {phrase('page of runs')}
              </Anchor>
            ),
          })}
        </Text>
      )}
      {isAdmin && data.warnings.some((warning) => NAMES_A_SETTING.test(warning)) && (
        <Text size="sm" mt="xs">
          {richPhrase('Values are changed on the {anchor} or in the environment the service is started with.', {
            anchor: (
              <Anchor component={Link} to="/settings" c="inherit" underline="always" inherit>
                {phrase('settings page')}
              </Anchor>
            ),
          })}
        </Text>
      )}
    </Alert>
  )
}
