import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { phrase } from '../language/phrase.ts'
import { Refusal } from '../server/ask.ts'
import { sessionQuery, signOut } from '../server/session.ts'

/** Out of the console on purpose. The sign-in page forgets what was shown. */
export function useLeaving(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const trouble = await signOut().catch((error: unknown) => error)
    if (trouble && !isAlreadyOut(trouble)) return tellTrouble(trouble)
    notifications.clean()
    queries.setQueryData(sessionQuery.queryKey, null)
  }
}

const isAlreadyOut = (trouble: unknown) => trouble instanceof Refusal && trouble.status === 401

function tellTrouble(trouble: unknown): void {
  const message = trouble instanceof Error ? trouble.message : String(trouble)
  notifications.show({ color: 'red', title: phrase('You are still signed in'), message })
}
