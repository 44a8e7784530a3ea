import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import type { EntryText } from './knowledge-queries.ts'
import { TextOfEntry } from './text-of-entry.tsx'

type Given = { mine: EntryText; theirs: EntryText; onOverrule: () => void; onYield: () => void }

/** Nobody's words are lost: both stand here, and a person decides. */
export function ConflictNote({ mine, theirs, onOverrule, onYield }: Given) {
  return (
    <Alert color="yellow" role="alert" title={phrase('Someone else changed this entry while you were editing')}>
      <Stack>
        <Text size="sm">
          {phrase(
            'Yours is not saved. Take over below what you want to keep of theirs, then save yours; what it replaces stays in the history.',
          )}
        </Text>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Version title={phrase('Theirs, as it is now')} text={theirs} />
          <Version title={phrase('Yours, not saved')} text={mine} />
        </SimpleGrid>
        <Group gap="xs">
          <Button variant="default" onClick={onYield}>
            {phrase('Go on from theirs')}
          </Button>
          <Button variant="default" onClick={onOverrule}>
            {phrase('Save mine over it')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function Version({ title, text }: { title: string; text: EntryText }) {
  return (
    <Paper withBorder p="sm" className="surface" component="section" aria-label={title}>
      <Title order={2} fz="sm" mb="xs">
        {title}
      </Title>
      <TextOfEntry text={text} />
    </Paper>
  )
}
