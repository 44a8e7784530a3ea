import type { Session } from '@contract/session.ts'
import { Button, Code, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { phrase, richPhrase } from '../language/phrase.ts'
import { signIn } from '../server/session.ts'

export function SignInForm({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const [key, setKey] = useState('')
  const entering = useMutation({ mutationFn: signIn, onSuccess: onSignedIn, gcTime: 0 })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    entering.mutate(key.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          label={phrase('Key')}
          description={phrase('A key of this service. It is sent once; afterwards a session cookie stands for it.')}
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
          {phrase('Sign in')}
        </Button>
        <Text size="sm" className="muted">
          {richPhrase('No key yet? Whoever runs the service makes one: {code}', {
            code: (
              <Code>
                npx firebreak keys create <span className="unbroken">--role</span> operator
              </Code>
            ),
          })}
        </Text>
      </Stack>
    </form>
  )
}
