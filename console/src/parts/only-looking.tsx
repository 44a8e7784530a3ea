/** For whoever may not do what would stand here: that it is so, and whom to ask. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../server/session.ts'
import { exactText } from './exact-text.ts'
import { tellWhomToAsk } from './whom-to-ask.ts'

/** `to` is what they may not: `decide`, `change settings`. */
export function OnlyLooking({ to, needs }: { to: string; needs: 'operator' | 'admin' }) {
  const { data: session } = useQuery(sessionQuery)
  if (!session) return null
  return (
    <Text size="sm" className="muted wrap-anywhere" role="note">
      {session.role === 'viewer' ? 'You may only look' : `You may not ${to}`}: your key, {exactText(session.name)}, has
      the role {session.role}. To {to}, ask {exactText(tellWhomToAsk(session.administrators ?? []))} for a key of the
      role {needs}.
    </Text>
  )
}
