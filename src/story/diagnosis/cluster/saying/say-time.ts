/** Times as a tired person reads them. */
const MINUTE = 60_000

export function sayTime(at: Date | undefined): string {
  return at ? `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'an unknown time'
}

export function sayAgo(at: Date | undefined, now: Date): string {
  return at ? `${sayDuration(now.getTime() - at.getTime())} ago` : 'at an unknown time'
}

export function sayDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

export function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / MINUTE
}
