/** Times as the reader's clock shows them, with UTC on hover. */
import { Text, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })

/** `16:04:09`, where the day is plain. */
export function tellClock(at: string): string {
  return CLOCK.format(new Date(at))
}

export function Moment({ at, size = 'sm' }: { at: string; size?: string }) {
  return (
    <Tooltip label={`${at.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`}>
      <Text span size={size} component="time" dateTime={at} tabIndex={0}>
        {LOCAL.format(new Date(at))}
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

/** `1 h 04 min`, `3 min 20 s`, `12 s`. */
export function tellDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600) % 24,
    Math.floor(whole / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`
}
