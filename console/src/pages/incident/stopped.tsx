/** Told where one decides: that nothing would be carried out, in the words the service warns with. */
import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { phrase } from '../../language/phrase.ts'
import { statusQuery } from '../../server/queries.ts'

/** The stop switch, and a Firebreak that is held back. */
const STOPS = /REMEDIATION_ENABLED is false|\bheld\b/i

export function Stopped() {
  const warnings = useQuery(statusQuery).data?.warnings.filter((warning) => STOPS.test(warning)) ?? []
  if (warnings.length === 0) return null
  return (
    <Alert color="orange" title={phrase('Nothing is carried out now')}>
      {warnings.map((warning) => (
        <Text key={warning} size="sm" className="wrap-anywhere">
          {warning}
        </Text>
      ))}
    </Alert>
  )
}
