import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { phrase, richPhrase } from '../../language/phrase.ts'
import { Moment } from '../../parts/moment.tsx'
import { TagList } from './entry-card.tsx'
import type { Entry } from './knowledge-queries.ts'
import { LinkButton } from './link-button.tsx'
import { Markdown } from './markdown.tsx'
import { Revisions } from './revisions.tsx'
import { useRemoval } from './use-removal.tsx'

type Given = { entry: Entry; mark: string; canEdit: boolean }

export function EntryView({ entry, mark, canEdit }: Given) {
  return (
    <Stack component="article" aria-label={entry.title}>
      <Anchor component={Link} to="/knowledge" size="sm" w="fit-content">
        <Group gap={4}>
          {richPhrase('{iconArrowLeft}All entries', { iconArrowLeft: <IconArrowLeft size={16} aria-hidden /> })}
        </Group>
      </Anchor>
      <Group justify="space-between" align="flex-start">
        <Title order={1} className="wrap-anywhere" maw="100%">
          {entry.title}
        </Title>
        <Actions entry={entry} mark={mark} canEdit={canEdit} />
      </Group>
      <Group gap={6}>
        {entry.category && (
          <Badge variant="light" color="gray" tt="none" maw="100%" autoContrast>
            {entry.category}
          </Badge>
        )}
        <TagList tags={entry.tags} />
        <Text size="sm" className="muted">
          {richPhrase('Changed {moment}', { moment: <Moment at={entry.updated_at} /> })}
        </Text>
      </Group>
      <Paper withBorder p="md" className="surface">
        <Markdown>{entry.content}</Markdown>
      </Paper>
    </Stack>
  )
}

function Actions({ entry, mark, canEdit }: Given) {
  const removal = useRemoval()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={open}>
        {phrase('History')}
      </Button>
      {canEdit && (
        <>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            loading={removal.isPending}
            onClick={() => removal.mutate({ entry, mark })}
          >
            {phrase('Delete')}
          </Button>
          <LinkButton
            to="/knowledge"
            search={{ entry: entry.id, edit: 'yes' }}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {phrase('Edit')}
          </LinkButton>
        </>
      )}
      {isOpen && <Revisions id={entry.id} canRestore={canEdit} onClose={close} />}
    </Group>
  )
}
