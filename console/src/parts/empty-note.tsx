import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** An empty list says why it is empty and what to do about it. */
export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap={4} py="xl" ta="center">
      <Title order={2} size="h3">
        {title}
      </Title>
      {children && (
        <Text size="sm" className="muted" component="div" maw={520}>
          {children}
        </Text>
      )}
    </Stack>
  )
}
