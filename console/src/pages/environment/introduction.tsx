import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'

/** What an empty document would be good for, and a way to see it. */
export function Introduction({ onSample }: { onSample: (() => void) | undefined }) {
  return (
    <Paper withBorder p="md" className="surface">
      <Stack gap="xs">
        <Title order={2}>{phrase('Nothing is described yet')}</Title>
        <Text size="sm">{phrase('Firebreak works without it. With it, a diagnosis knows your systems by name:')}</Text>
        <List size="sm">
          <List.Item>
            {phrase('services and what they depend on, so that it looks one step further than the alert;')}
          </List.Item>
          <List.Item>
            {phrase('databases and middleware, so that a name in an alert is known for what it is;')}
          </List.Item>
          <List.Item>{phrase('what your severities mean, and who is on call;')}</List.Item>
          <List.Item>{phrase('known issues with their causes and what to do, in your own words.')}</List.Item>
        </List>
        {onSample ? (
          <Group>
            <Button variant="default" onClick={onSample}>
              {phrase('Start from an example')}
            </Button>
            <Text size="sm" className="muted">
              {phrase('It is put into the editor; nothing is saved before you save it.')}
            </Text>
          </Group>
        ) : (
          <Text size="sm" className="muted">
            {phrase('Someone with an admin key can describe it here.')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
