/** Times as the reader's clock shows them, with UTC on hover. */
import { Text, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { tellMoment } from './times.ts'

export function Moment({ at, size = 'sm' }: { at: string; size?: string }) {
  return (
    <Tooltip label={`${at.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`}>
      <Text span size={size} component="time" dateTime={at} tabIndex={0}>
        {tellMoment(new Date(at))}
      </Text>
    </Tooltip>
  )
}

/** The moment it is, told anew every second while something on the page counts down. */
export function useTicking(isTicking = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
