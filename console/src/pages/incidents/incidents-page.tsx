import { Title } from '@mantine/core'

export function IncidentsPage() {
  return <Title order={1}>Incidents</Title>
}
