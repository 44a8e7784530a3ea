import { useEffect, useRef } from 'react'

/** On a small screen what comes in would stand below the edge, unseen; each time there is another, it is brought into sight. */
export function useIntoSight(what: unknown) {
  const shown = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each outcome is shown anew.
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'nearest' })
  }, [what])
  return shown
}
