import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { CHOICE } from '../../parts/choosing.ts'
import { Moment } from '../../parts/moment.tsx'
import { Said } from '../../parts/said.tsx'
import { glimpseOf } from './glimpse.ts'
import type { FoundEntry } from './knowledge-queries.ts'

export function EntryCard({ entry, onCategory }: { entry: FoundEntry; onCategory: (category: string) => void }) {
  const { id, title, category, tags, why } = entry
  return (
    <Paper component="li" withBorder p="sm" className="surface">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Link to="/knowledge" search={{ entry: id }} className="entry-link" {...CHOICE}>
          <Title order={2} fz="md" className="wrap-anywhere">
            {title}
          </Title>
        </Link>
        <Text size="xs" className="muted">
          <Written entry={entry} />
        </Text>
      </Group>
      <Text size="sm" className="muted wrap-anywhere" lineClamp={2}>
        {glimpseOf(entry.content, title)}
      </Text>
      {why && (
        <Text size="sm" className="wrap-anywhere" fs="italic">
          <Said text={why} />
        </Text>
      )}
      <Group gap={6} mt={6}>
        {category && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onCategory(category)}
            title={phrase('Show this category')}
          >
            {category}
          </Button>
        )}
        <TagList tags={tags} />
      </Group>
    </Paper>
  )
}

/** First what the list is sorted by. */
function Written({ entry: { created_at, updated_at } }: { entry: FoundEntry }) {
  const written = <Moment at={created_at} size="xs" />
  if (created_at === updated_at) return richPhrase('Written {written}', { written })
  return richPhrase('Written {written}, changed {changed}', { written, changed: <Moment at={updated_at} size="xs" /> })
}

export function TagList({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <Badge key={tag} variant="outline" color="gray" tt="none" maw="100%" className="muted">
      {tag}
    </Badge>
  ))
}
