import type { PluginRun } from '@contract/plugin.ts'
import { Alert, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { phrase } from '../../language/phrase.ts'
import { useClock } from '../../parts/clock.ts'
import { layOut } from '../incident/quoted-output.ts'
import { logTextOf } from './log-text.ts'

/** What a plugin answered, whole; a failure is an answer. */
export function PluginOutcome({ run, children }: { run: PluginRun; children?: ReactNode }) {
  const message = run.result.message ?? run.result.error
  const took = phrase('{durationMs} ms', { durationMs: run.duration_ms })
  return (
    <Stack gap="xs" aria-live="polite">
      <Alert
        color={run.result.success ? 'green' : 'red'}
        title={run.result.success ? phrase('It answered|a plugin') : phrase('It failed')}
      >
        <Text size="sm">{message === undefined ? took : phrase('{message} ({took})', { message, took })}</Text>
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
        <Answer data={'data' in run.result ? run.result.data : run.result} />
      </Paper>
    </Stack>
  )
}

/** A log is read as lines; all that came with them is there for whoever wants it. */
function Answer({ data }: { data: unknown }) {
  useClock()
  const log = logTextOf(data)
  if (log === undefined) return <pre className="raw">{layOut(data)}</pre>
  return (
    <>
      <pre className="raw">{log}</pre>
      <details>
        <summary>{phrase('As it is stored')}</summary>
        <pre className="raw">{layOut(data)}</pre>
      </details>
    </>
  )
}
