import type { PluginRun } from '@contract/plugin.ts'
import { Alert, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { phrase } from '../../language/phrase.ts'
import { layOut } from '../incident/quoted-output.ts'

/** What a plugin answered, whole; a failure is an answer. */
export function PluginOutcome({ run, children }: { run: PluginRun; children?: ReactNode }) {
  return (
    <Stack gap="xs" aria-live="polite">
      <Alert
        color={run.result.success ? 'green' : 'red'}
        title={run.result.success ? phrase('It answered') : phrase('It failed')}
      >
        <Text size="sm">
          {phrase('{message} ({durationMs} ms)', {
            message: run.result.message ?? run.result.error ?? '',
            durationMs: run.duration_ms,
          })}
        </Text>
        {children}
      </Alert>
      <Paper
        withBorder
        p="sm"
        component="section"
        aria-label={phrase('Result')}
        tabIndex={0}
        mah={480}
        style={{ overflow: 'auto' }}
      >
        <pre className="raw">{layOut(run.result)}</pre>
      </Paper>
    </Stack>
  )
}
