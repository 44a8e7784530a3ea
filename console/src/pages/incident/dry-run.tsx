/** What the plan would change if it ran this moment. Nothing is changed. */
import type { Rehearsals } from '@contract/incident.ts'
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconTestPipe } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { ask } from '../../server/ask.ts'
import { Difference } from './difference.tsx'

export function DryRun({ incidentId, digest }: { incidentId: string; digest: string }) {
  const rehearsal = useMutation({
    mutationFn: async () => (await ask<Rehearsals>('POST', `/api/incidents/${incidentId}/dry-run`, {})).data,
  })
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTestPipe size={16} aria-hidden />}
        loading={rehearsal.isPending}
        onClick={() => rehearsal.mutate()}
      >
        Dry run
      </Button>
      {rehearsal.isError && <ErrorNote error={rehearsal.error} />}
      {rehearsal.data && <Rehearsed rehearsals={rehearsal.data} digest={digest} />}
    </Stack>
  )
}

function Rehearsed({ rehearsals, digest }: { rehearsals: Rehearsals; digest: string }) {
  if (rehearsals.digest !== digest)
    return <Alert color="yellow">Another plan waits by now; look at that one before you try it.</Alert>
  return (
    <Stack gap="sm" w="100%" role="status" aria-label="Outcome of the dry run">
      {rehearsals.actions.map(({ plugin, would_run, message, changes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the plan.
        <div key={at} className="action">
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {exactText(plugin)}
            </Text>
            <Badge variant="light" color={would_run ? 'green' : 'red'} tt="none" autoContrast>
              {would_run ? 'would run now' : 'would not run now'}
            </Badge>
          </Group>
          <Text size="sm" className="wrap-anywhere">
            {exactText(message)}
          </Text>
          <Difference changes={changes} />
        </div>
      ))}
      <Text size="xs" className="muted">
        Nothing was changed.
      </Text>
    </Stack>
  )
}
