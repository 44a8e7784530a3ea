import { Center, Group, Paper, Stack, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrase } from '../language/phrase.ts'
import { sessionQuery } from '../server/session.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const queries = useQueryClient()
  useDocumentTitle(phrase('Sign in · Firebreak'))
  useEffect(() => forget(queries), [queries])
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420} className="surface">
        <Stack>
          <Group justify="space-between">
            <Group gap="xs">
              <img src="/firebreak.svg" width={32} height={32} alt="" />
              <Title order={1}>Firebreak</Title>
            </Group>
            <LanguageSwitch />
          </Group>
          <SignInForm onSignedIn={(session) => queries.setQueryData(sessionQuery.queryKey, session)} />
        </Stack>
      </Paper>
    </Center>
  )
}

/** Nothing that was shown to whoever sat here before stays in memory. */
function forget(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  queries.getMutationCache().clear()
}
