import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** One subject of the page under its heading. */
export function Panel({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Paper withBorder p="md" className="surface" component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  )
}
