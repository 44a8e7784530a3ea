import { Title } from '@mantine/core'

export function EnvironmentPage() {
  return <Title order={1}>Environment</Title>
}
