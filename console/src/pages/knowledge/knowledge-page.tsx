import { Title } from '@mantine/core'

export function KnowledgePage() {
  return <Title order={1}>Knowledge</Title>
}
