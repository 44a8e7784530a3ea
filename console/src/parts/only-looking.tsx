/** For whoever may not do what would stand here: that it is so, and whom to ask. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { phrase } from '../language/phrase.ts'
import { sessionQuery, useMay } from '../server/session.ts'
import { exactText } from './exact-text.ts'
import { tellWhomToAsk } from './whom-to-ask.ts'

/** `to` is what they may not: `decide`, `change settings`. */
export function OnlyLooking({ to, needs }: { to: string; needs: 'operator' | 'admin' }) {
  const { data: session } = useQuery(sessionQuery)
  const may = useMay(needs)
  if (!session || may) return null
  return (
    <Text size="sm" className="muted wrap-anywhere" role="note">
      {phrase(
        '{limit}: your key, {name}, has the role {role}. To {to}, ask {whomToAsk} for a key of the role {needs}.',
        {
          limit: session.role === 'viewer' ? phrase('You may only look') : phrase('You may not {to}', { to }),
          name: exactText(session.name),
          role: session.role,
          to,
          whomToAsk: exactText(tellWhomToAsk(session.administrators ?? [])),
          needs,
        },
      )}
    </Text>
  )
}
