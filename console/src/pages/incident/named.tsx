import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A small piece under its name. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={600} className="muted">
        {name}
      </Text>
      {children}
    </div>
  )
}
