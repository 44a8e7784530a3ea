/** A restored copy takes alerts and can be read, but it does not act before an operator releases it. */
import type { Environment } from '../guidance/settings/environment.ts'
import { readSwitch } from '../guidance/settings/switch.ts'
import type { Log } from '../ports/log.ts'
import type { RunStore } from '../story/workflow/run-store.ts'
import type { Database } from './store/database.ts'
import { type Hold, holdBack, lookAtHold, release } from './store/hold-records.ts'

type Parts = { environment: Environment; database: Database; log: Log; onRelease: () => void }

const ON_PURPOSE =
  'Firebreak was started with FIREBREAK_HOLD=true: nothing is carried out and nothing is said in the chat.'

export function openHold({ environment, database, log, onRelease }: Parts) {
  const isGiven = Boolean(environment.FIREBREAK_HOLD?.trim())
  const isWanted = readSwitch(environment, 'FIREBREAK_HOLD')
  const byItself = !isGiven || isWanted
  const look = () => lookAtHold(database, byItself)
  return {
    /** Before anything that acts. */
    async start(): Promise<void> {
      const hold = isWanted ? await holdBack(database, { reason: ON_PURPOSE, isRestored: false }) : await look()
      if (hold) log.warn({ since: hold.since }, warningOf(hold))
    },
    warnings: async () => [await look()].flatMap((hold) => (hold ? [warningOf(hold)] : [])),
    release: async (by: string) => {
      const released = await release(database, by)
      onRelease()
      return released
    },
    /** Whoever takes plans over makes sure first that the store is still the one they were approved in. */
    guard: (runs: RunStore): RunStore => ({
      ...runs,
      async takeOver(instanceId, atWork) {
        await look()
        return runs.takeOver(instanceId, atWork)
      },
    }),
  }
}

function warningOf({ since, reason }: Hold): string {
  return `Held since ${since.toISOString()}. ${reason} When it may act again: firebreak release.`
}
