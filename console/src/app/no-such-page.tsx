import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { phrase } from '../language/phrase.ts'
import { usePageTitle } from '../parts/page-title.ts'

export function NoSuchPage() {
  usePageTitle(phrase('No such page'))
  return (
    <Stack align="flex-start" gap="xs">
      <Title order={1}>{phrase('There is no such page')}</Title>
      <Text>{phrase('The address may be mistyped, or the page has moved.')}</Text>
      <Anchor component={Link} to="/">
        {phrase('What needs me now')}
      </Anchor>
    </Stack>
  )
}
