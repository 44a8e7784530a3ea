/** A node that a plan of this incident has closed stays named here until it is open again: a cordon does not go away by itself. */
import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { phrase } from '../../language/phrase.ts'
import { Said } from '../../parts/said.tsx'
import { statusQuery } from '../../server/queries.ts'
import { cordonsOf } from './cordons-of.ts'

export function StandingCordon({ incidentId }: { incidentId: string }) {
  const { data } = useQuery(statusQuery)
  const cordons = cordonsOf(data?.warnings ?? [], incidentId)
  if (cordons.length === 0) return null
  return (
    <Alert color="orange" title={phrase('Still to be taken back')}>
      {cordons.map((sentence) => (
        <Text key={sentence} size="sm" className="wrap-anywhere">
          <Said text={sentence} />
        </Text>
      ))}
    </Alert>
  )
}
