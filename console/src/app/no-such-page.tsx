import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../parts/page-title.ts'

export function NoSuchPage() {
  usePageTitle('No such page')
  return (
    <Stack align="flex-start" gap="xs">
      <Title order={1}>There is no such page</Title>
      <Text>The address may be mistyped, or the page has moved.</Text>
      <Anchor component={Link} to="/">
        What needs me now
      </Anchor>
    </Stack>
  )
}
