import { Title } from '@mantine/core'

export function IncidentPage() {
  return <Title order={1}>Incident</Title>
}
