/** Tries a setting as it is in force, or as it stands in the editor: what was asked, and what came back. */
import type { SettingEntry, SettingTrial } from '@contract/configuration.ts'
import { Alert, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { exactText } from '../../parts/exact-text.ts'
import { ask } from '../../server/ask.ts'

export function useTrial(key: string) {
  return useMutation({
    mutationFn: async (changes: Record<string, unknown>) =>
      (await ask<SettingTrial>('POST', `/api/settings/${encodeURIComponent(key)}/test`, { changes })).data,
  })
}

/** How the service says that too little is set to ask anybody. */
const NOTHING = /^Nothing\.$/

type Trial = ReturnType<typeof useTrial>

export function TrialButton(props: { entry: SettingEntry; trial: Trial; changes: Record<string, unknown> }) {
  const { entry, trial, changes } = props
  return (
    <Button
      size="xs"
      variant="default"
      loading={trial.isPending}
      onClick={() => trial.mutate(changes)}
      aria-label={phrase('Test {key}', { key: entry.key })}
    >
      {phrase('Test')}
    </Button>
  )
}

export function TrialOutcome({ trial: { data, error } }: { trial: Trial }) {
  if (error) return <ErrorNote error={error} />
  if (!data) return null
  if (NOTHING.test(data.tried))
    return (
      <Alert mt="xs" p="xs" color="gray" title={phrase('Nothing was tried')} role="status">
        <Text size="sm">{inLanguage(exactText(data.came_back))}</Text>
      </Alert>
    )
  return (
    <Alert
      mt="xs"
      p="xs"
      color={data.works ? 'green' : 'red'}
      title={data.works ? phrase('It works') : phrase('It does not work')}
      role="status"
    >
      <Text size="sm" className="wrap-anywhere">
        {phrase('{tried} {cameBack} ({seconds} s)', {
          tried: inLanguage(exactText(data.tried)),
          cameBack: inLanguage(exactText(data.came_back)),
          seconds: data.seconds,
        })}
      </Text>
    </Alert>
  )
}
