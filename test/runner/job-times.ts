/** How long each file took the last time, kept beside the packages: a guess at what is left, and what to begin with. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Job } from './plan.ts'

const PLACE = 'node_modules/.cache/firebreak/test-seconds.json'

export type JobTimes = {
  /** Undefined where one of its files was never run. */
  secondsOf(job: Job): number | undefined
  note(job: Job, seconds: number): void
  save(): void
}

export function readJobTimes(): JobTimes {
  const times = read()
  return {
    secondsOf({ files }) {
      const known = files.map((file) => times.get(file)).filter((seconds) => seconds !== undefined)
      return known.length < files.length ? undefined : known.reduce((sum, seconds) => sum + seconds, 0)
    },
    note({ files }, seconds) {
      for (const file of files) times.set(file, Math.round((seconds / files.length) * 100) / 100)
    },
    save() {
      try {
        mkdirSync(dirname(PLACE), { recursive: true })
        writeFileSync(PLACE, JSON.stringify(Object.fromEntries(times)))
      } catch {
        // A guess less, where the folder is not ours to write.
      }
    },
  }
}

function read(): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(PLACE, 'utf8'))))
  } catch {
    return new Map() // There was no run before, or it was killed while it wrote.
  }
}
