import { Skeleton, Stack } from '@mantine/core'
import { phrase } from '../language/phrase.ts'

/** As tall as most of what follows, so that the page does not jump. */
export function Loading({ lines = 6 }: { lines?: number }) {
  return (
    <Stack gap="sm" aria-busy="true" aria-label={phrase('Loading')}>
      <Skeleton height={28} width="40%" />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never change places.
        <Skeleton key={line} height={44} />
      ))}
    </Stack>
  )
}
