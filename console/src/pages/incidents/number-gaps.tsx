/** Where numbers are missing from the list, why: nobody shall believe that incidents were lost. */
import type { IncidentItem } from '@contract/incident.ts'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { type IncidentSearch, isNarrowed } from './incidents-queries.ts'
import { hasGaps } from './numbers-of.ts'

export function NumberGaps({ incidents, search }: { incidents: readonly IncidentItem[]; search: IncidentSearch }) {
  // A filter leaves numbers out by itself, and so does an order that is not theirs.
  if (isNarrowed(search) || search.sort === 'severity' || !hasGaps(incidents)) return null
  return (
    <Text size="xs" className="muted" role="note">
      {richPhrase(
        'Some numbers are not in this list: a part stands with the incident it belongs to, old ones are removed in time, and what a process had set aside when it was killed is never given. Every alert that was accepted has its incident. {anchor}',
        {
          anchor: (
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => (
                <Link {...props} to="/help/$name" params={{ name: 'incidents' }} hash="their-numbers" />
              )}
            >
              {phrase('How they are numbered')}
            </Anchor>
          ),
        },
      )}
    </Text>
  )
}
