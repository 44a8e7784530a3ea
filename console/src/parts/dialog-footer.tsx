import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Stays in sight while what is above it scrolls: nobody should search for the button, nor for the way out. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <Stack gap="sm" className="dialog-footer">
      {children}
    </Stack>
  )
}
