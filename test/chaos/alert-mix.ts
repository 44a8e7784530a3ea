/**
 * What a busy day sends, in random order: alerts never seen before, repeats, groups of an alert manager whose members fire
 * and clear, and groups that are over. Every body carries its marker once, where the store keeps it in `alerts.message`.
 */
export type Random = () => number

const REPEATED = 40
const GROUPS = 40
const GROUP_MEMBERS = 3
const SAID_AGAIN = 5
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

export function alertOf(marker: string, random: Random): unknown {
  const chance = random()
  if (chance < 0.35) return uniqueAlert(marker, random)
  if (chance < 0.6) return repeatedAlert(marker, random)
  return chance < 0.85 ? firingGroup(marker, random) : groupThatIsOver(marker, random)
}

/** What is said several times at once, word by word, is one row that counts. */
export function timesOf(random: Random): number {
  return random() < 0.05 ? SAID_AGAIN : 1
}

/** Numerical Recipes' generator: a run can be asked to choose as another one did. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function pick(random: Random, count: number): number {
  return Math.floor(random() * count)
}

function uniqueAlert(marker: string, random: Random) {
  return { message: `Disk is filling up, ${marker}`, metadata: { severity: SEVERITIES[pick(random, 4)] } }
}

function repeatedAlert(marker: string, random: Random) {
  return { message: `Queue is growing, ${marker}`, metadata: { fingerprint: `chaos-queue-${pick(random, REPEATED)}` } }
}

/** The first one fires whatever the others do, so it is a firing group. */
function firingGroup(marker: string, random: Random) {
  const states = Array.from({ length: GROUP_MEMBERS - 1 }, () => (random() < 0.7 ? 'firing' : 'resolved'))
  return group(marker, pick(random, GROUPS), ['firing', ...states])
}

function groupThatIsOver(marker: string, random: Random) {
  return group(marker, pick(random, GROUPS), Array(GROUP_MEMBERS).fill('resolved'))
}

function group(marker: string, number: number, states: string[]) {
  return {
    version: '4',
    groupKey: `{}:{group="${number}"}`,
    receiver: 'firebreak',
    status: states.includes('firing') ? 'firing' : 'resolved',
    alerts: states.map((status, member) => ({
      status,
      labels: { alertname: 'PodNotReady', pod: `shop-${number}-${member}`, severity: 'warning' },
      annotations: { summary: member === 0 ? `Pod is not ready, ${marker}` : 'Pod is not ready' },
      startsAt: '2026-01-01T00:00:00Z',
      fingerprint: `chaos-pod-${number}-${member}`,
    })),
  }
}
