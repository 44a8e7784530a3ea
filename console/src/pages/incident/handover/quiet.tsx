import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** What is not known, said without alarm. */
export function Quiet({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" className="muted wrap-anywhere" component="div">
      {children}
    </Text>
  )
}
