/** Other incidents of the same alert or the same thing. */
import type { IncidentDetail } from '@contract/incident.ts'
import { Stack, Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { KinLine } from './kin-line.tsx'
import { Panel } from './panel.tsx'

/** Those that stand among the similar ones are told there, with what worked. */
export function RelatedPanel({ related, similar }: Pick<IncidentDetail, 'related' | 'similar'>) {
  const others = related.filter(({ id }) => !similar.some((one) => one.id === id))
  if (others.length === 0) return null
  return (
    <Panel title={phrase('Related')}>
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {others.map(({ created_at, why, ...kin }) => (
          <li key={kin.id} className="action">
            <KinLine kin={kin}>
              , <Moment at={created_at} size="xs" />
            </KinLine>
            <Text size="sm" className="wrap-anywhere">
              <Said text={why} />
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
