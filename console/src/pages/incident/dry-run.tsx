/** What the plan would change if it ran this moment. Nothing is changed. */
import type { Rehearsals } from '@contract/incident.ts'
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconTestPipe } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { phrase } from '../../language/phrase.ts'
import { tellAction } from '../../parts/action-words.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { useIntoSight } from '../../parts/into-sight.ts'
import { Said } from '../../parts/said.tsx'
import { useActionWords } from '../../server/action-words.ts'
import { ask } from '../../server/ask.ts'
import { Difference } from './difference.tsx'

type Rehearsal = ReturnType<typeof useRehearsal>

export function useRehearsal(incidentId: string, digest: string | undefined) {
  return useMutation({
    mutationFn: async () => (await ask<Rehearsals>('POST', `/api/incidents/${incidentId}/dry-run`, { digest })).data,
  })
}

export function DryRunButton({ rehearsal }: { rehearsal: Rehearsal }) {
  return (
    <Button
      variant="default"
      px={14}
      leftSection={<IconTestPipe size={16} aria-hidden />}
      loading={rehearsal.isPending}
      onClick={() => rehearsal.mutate()}
    >
      {phrase('Dry run')}
    </Button>
  )
}

export function DryRunOutcome({ rehearsal, digest }: { rehearsal: Rehearsal; digest: string }) {
  if (rehearsal.isError) return <ErrorNote error={rehearsal.error} />
  return rehearsal.data ? <Rehearsed rehearsals={rehearsal.data} digest={digest} /> : null
}

function Rehearsed({ rehearsals, digest }: { rehearsals: Rehearsals; digest: string }) {
  const words = useActionWords()
  const shown = useIntoSight(rehearsals)
  if (rehearsals.digest !== digest)
    return <Alert color="yellow">{phrase('Another plan waits by now; look at that one before you try it.')}</Alert>
  return (
    <Stack ref={shown} gap="sm" w="100%" role="status" aria-label={phrase('Outcome of the dry run')}>
      {rehearsals.actions.map(({ plugin, parameters, would_run, message, changes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the plan.
        <div key={at} className="action">
          <Group gap="xs">
            <Text size="sm" fw={600} className="wrap-anywhere">
              {tellAction({ plugin, parameters, changes }, words)}
            </Text>
            <Badge variant="light" color={would_run ? 'green' : 'red'} tt="none" autoContrast>
              {would_run ? phrase('would run now') : phrase('would not run now')}
            </Badge>
          </Group>
          <Text size="sm" className="wrap-anywhere">
            <Said text={message} />
          </Text>
          {would_run && <Difference changes={changes} />}
        </div>
      ))}
      <Text size="xs" className="muted">
        {phrase('It was only tried. Nothing was changed.')}
      </Text>
    </Stack>
  )
}
