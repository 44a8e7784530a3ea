import { Title } from '@mantine/core'

export function PluginsPage() {
  return <Title order={1}>Plugins</Title>
}
