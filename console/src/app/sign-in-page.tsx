import { Button, Center, Code, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sessionQuery, signIn } from '../server/session.ts'

export function SignInPage() {
  const queries = useQueryClient()
  const [key, setKey] = useState('')
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => queries.setQueryData(sessionQuery.queryKey, session),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    entering.mutate(key.trim())
  }
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420} className="surface">
        <form onSubmit={submit}>
          <Stack>
            <Group gap="xs">
              <img src="/firebreak.svg" width={32} height={32} alt="" />
              <Title order={1}>Firebreak</Title>
            </Group>
            <PasswordInput
              label="Key"
              description="A key of this service. It is sent once; afterwards a session cookie stands for it."
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
              error={entering.error?.message}
              autoComplete="current-password"
              data-autofocus
              autoFocus
              required
              withAsterisk={false}
            />
            <Button type="submit" loading={entering.isPending} disabled={key.trim() === ''}>
              Sign in
            </Button>
            <Text size="sm" className="muted">
              No key yet? Whoever runs the service makes one: <Code>npx firebreak keys create --role operator</Code>
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}
