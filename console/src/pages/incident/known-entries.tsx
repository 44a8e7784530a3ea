/** What people wrote down that matches: the sentence that answers, why it was found, and the way to the whole entry. */
import type { Diagnosis } from '@contract/incident-course.ts'
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { exactText } from '../../parts/exact-text.ts'
import { MarkedText } from '../../parts/marked-text.tsx'
import { Said } from '../../parts/said.tsx'

type Entry = Diagnosis['knowledge'][number]

export function KnownEntries({ entries }: { entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <section aria-label={phrase('What people wrote down')}>
      <Text size="sm" fw={600}>
        {phrase('What people wrote down')}
      </Text>
      <Stack gap="xs">
        {entries.map((entry) => (
          <KnownEntry key={entry.id} entry={entry} />
        ))}
      </Stack>
    </section>
  )
}

export function KnownEntry({ entry: { id, title, quote, why, holds } }: { entry: Entry }) {
  return (
    <div>
      <Link to="/knowledge" search={{ entry: id }} className="kin wrap-anywhere">
        {exactText(title)}
      </Link>
      <Text size="sm" className="wrap-anywhere">
        <q>
          <MarkedText text={quote} />
        </q>
      </Text>
      <Text size="xs" className="muted wrap-anywhere">
        {richPhrase('Found because {why}.', { why: <Said text={why} /> })}
        {holds !== undefined && ` ${SIGNS[holds ? 'seen' : 'unseen']}`}
      </Text>
    </div>
  )
}

const SIGNS = { seen: phrase('All its signs were seen.'), unseen: phrase('Not all its signs were seen.') }
