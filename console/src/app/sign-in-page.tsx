import { useDocumentTitle } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { phrase } from '../language/phrase.ts'
import { sessionQuery } from '../server/session.ts'
import { FrontDoor } from './front-door.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const queries = useQueryClient()
  useDocumentTitle(phrase('Sign in · Firebreak'))
  useEffect(() => forget(queries), [queries])
  return (
    <FrontDoor>
      <SignInForm onSignedIn={(session) => queries.setQueryData(sessionQuery.queryKey, session)} />
    </FrontDoor>
  )
}

/** Nothing that was shown to whoever sat here before stays in memory. */
function forget(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
  queries.getMutationCache().clear()
}
