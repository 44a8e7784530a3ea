import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { Moment } from '../../parts/moment.tsx'
import type { Entry, FoundEntry } from './knowledge-queries.ts'

const GLIMPSE_CHARACTERS = 180

export function EntryCard({ entry, onCategory }: { entry: FoundEntry; onCategory: (category: string) => void }) {
  const { id, title, category, tags, updated_at, why } = entry
  return (
    <Paper component="li" withBorder p="sm" className="surface">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Link to="/knowledge" search={{ entry: id }} className="entry-link">
          <Title order={2} fz="md" className="wrap-anywhere">
            {title}
          </Title>
        </Link>
        <Text size="xs" className="muted">
          {richPhrase('Changed {moment}', { moment: <Moment at={updated_at} size="xs" /> })}
        </Text>
      </Group>
      <Text size="sm" className="muted wrap-anywhere" lineClamp={2}>
        {glimpseOf(entry)}
      </Text>
      {why && (
        <Text size="sm" className="wrap-anywhere" fs="italic">
          {why}
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

export function TagList({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <Badge key={tag} variant="outline" color="gray" tt="none" maw="100%" className="muted">
      {tag}
    </Badge>
  ))
}

/** How it begins, without the marks of its layout. */
function glimpseOf({ content }: Entry): string {
  const plain = content
    .slice(0, 4 * GLIMPSE_CHARACTERS)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#*`>|]|-{3,}|\[[ x]\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length > GLIMPSE_CHARACTERS ? `${plain.slice(0, GLIMPSE_CHARACTERS)} …` : plain
}
