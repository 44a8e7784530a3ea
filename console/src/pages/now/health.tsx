/** How the service and what it leans on are doing, and what to do where one is not. */
import type { Status } from '@contract/system.ts'
import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { tellDuration } from '../../parts/times.ts'
import { statusQuery } from '../../server/queries.ts'
import { healthOf, type Part } from './health-words.ts'

export function Health() {
  const status = useQuery(statusQuery)
  return (
    <Paper withBorder p="sm" className="surface" component="section" aria-labelledby="health">
      <Title order={2} id="health" mb="xs">
        {phrase('Health')}
      </Title>
      {status.isPending && <Skeleton height={250} />}
      {/* What was known a moment ago is shown under the error: the reader is looking for what is broken. */}
      {status.isError && <ErrorNote error={status.error} retry={status.refetch} />}
      {status.data && <Parts status={status.data} />}
    </Paper>
  )
}

function Parts({ status }: { status: Status }) {
  return (
    <Stack gap={6}>
      <dl className="health-parts">
        {healthOf(status).map((part) => (
          <HealthPart key={part.name} part={part} />
        ))}
      </dl>
      <Text size="xs" className="muted">
        {phrase('Firebreak {version}, {pluginsLoaded} plugins, {uptime}', {
          version: status.version,
          pluginsLoaded: status.plugins_loaded,
          uptime: tellUptime(status),
        })}
      </Text>
    </Stack>
  )
}

function HealthPart({ part: { name, state, word, advice } }: { part: Part }) {
  return (
    <div className="health-part">
      <dt>{name}</dt>
      <dd>
        <span className={`health-dot health-${state}`} aria-hidden />
        {word}
        {advice && (
          <Text size="xs" className="muted" mt={2}>
            {advice}
          </Text>
        )}
      </dd>
    </div>
  )
}

function tellUptime({ status, uptime }: Status): string {
  return status === 'draining'
    ? phrase('stopping: it takes no more work')
    : phrase('up for {uptime}', { uptime: tellDuration(uptime) })
}
