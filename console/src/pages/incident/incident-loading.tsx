import { Skeleton, Stack } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'

/** Where head, way, plan, diagnosis and alert will stand, so that nothing jumps when they come. */
export function IncidentLoading() {
  return (
    <Stack gap="md" aria-busy="true" aria-label={phrase('Loading')}>
      <Stack gap={6}>
        <Skeleton height={22} width={180} />
        <Skeleton height={34} width="50%" />
        <Skeleton height={22} width="60%" />
      </Stack>
      <Skeleton height={80} />
      <div className="incident-columns">
        <Stack gap="md" className="incident-story">
          <Skeleton height={416} />
          <Skeleton height={300} />
        </Stack>
        <Stack gap="md" className="incident-aside">
          <Skeleton height={240} />
          <Skeleton height={120} />
        </Stack>
      </div>
    </Stack>
  )
}
