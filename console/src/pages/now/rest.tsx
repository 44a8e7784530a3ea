import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { OpenStatus } from './now-queries.ts'

/** The way to those that are not shown here. */
export function Rest({ status, more }: { status: OpenStatus; more: number }) {
  if (more <= 0) return null
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/incidents" search={{ status }} />}>
      And {more.toLocaleString()} more
    </Anchor>
  )
}
