/** Times as the clock of the page shows them, with the other clock on hover. */
import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useClock } from './clock.ts'
import { tellAge, tellMoment } from './times.ts'

export function Moment({ at, size = 'sm' }: { at: string; size?: string }) {
  const clock = useClock()
  return <Time at={at} size={size} words={tellMoment(new Date(at), clock)} />
}

const MINUTE_MS = 60_000

/** How long ago it was, for a list that is read in a hurry. */
export function Ago({ at, size = 'sm' }: { at: string; size?: string }) {
  useClock()
  const now = useTicking(true, MINUTE_MS / 2)
  return (
    <Time
      at={at}
      size={size}
      words={tellAge((now - Date.parse(at)) / 1000)}
      others={`${tellMoment(new Date(at))} · ${inUtc(at)}`}
    />
  )
}

function Time({ at, size, words, others = inUtc(at) }: { at: string; size: string; words: string; others?: string }) {
  return (
    <Text span size={size} component="time" dateTime={at} tabIndex={0} data-hint={others}>
      {words}
    </Text>
  )
}

function inUtc(at: string): string {
  return `${at.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`
}

/** The moment it is, told anew every second while something on the page counts down. */
export function useTicking(isTicking = true, everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [isTicking, everyMs])
  return now
}
