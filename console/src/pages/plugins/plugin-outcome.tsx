import type { PluginRun } from '@contract/plugin.ts'
import { Alert, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { layOut } from '../incident/quoted-output.ts'

/** What a plugin answered, whole; a failure is an answer. */
export function PluginOutcome({ run, children }: { run: PluginRun; children?: ReactNode }) {
  return (
    <Stack gap="xs" aria-live="polite">
      <Alert color={run.result.success ? 'green' : 'red'} title={run.result.success ? 'It answered' : 'It failed'}>
        <Text size="sm">
          {run.result.message ?? run.result.error ?? ''} ({run.duration_ms} ms)
        </Text>
        {children}
      </Alert>
      <Paper
        withBorder
        p="sm"
        component="section"
        aria-label="Result"
        tabIndex={0}
        mah={480}
        style={{ overflow: 'auto' }}
      >
        <pre className="raw">{layOut(run.result)}</pre>
      </Paper>
    </Stack>
  )
}
