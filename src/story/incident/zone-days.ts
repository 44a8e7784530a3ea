/** Days as a zone has them: some have 23 hours and some 25, and where midnight is skipped a day begins later. */

type ZoneDay = { day: string; from: Date; to: Date }

/** Every zone stands a whole number of these off UTC, those of half and three quarter hours too. */
const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000
/** Nobody's midnight is farther from that of UTC. */
const FARTHEST_MS = 15 * 3_600_000

/** The zone by one of its names; undefined where there is none of that name. */
export function zoneNamed(name: string): string | undefined {
  // An offset is no name: it may stand at any minute.
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The last days until now, oldest first; the last is the one that runs. */
export function lastDaysOf(zone: string, now: Date, count: number): ZoneDay[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const today = Date.parse(format.format(now))
  const midnights = Array.from({ length: count + 1 }, (_, index) => new Date(today + (index + 1 - count) * DAY_MS))
  const starts = midnights.map((midnight) => startOf(midnight, format))
  return midnights.slice(0, -1).map((midnight, index) => ({
    day: nameOf(midnight),
    from: starts[index] as Date,
    to: starts[index + 1] as Date,
  }))
}

/** The first quarter of an hour that bears the day's date, or a later one: a day may be skipped. */
function startOf(midnight: Date, format: Intl.DateTimeFormat): Date {
  const day = nameOf(midnight)
  const first = midnight.getTime() - FARTHEST_MS
  let [before, within] = [0, (2 * FARTHEST_MS) / QUARTER_MS]
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (format.format(first + middle * QUARTER_MS) < day) before = middle
    else within = middle
  }
  return new Date(first + within * QUARTER_MS)
}

function nameOf(midnight: Date): string {
  return midnight.toISOString().slice(0, 10)
}
