/** A clock of the wall that jumps while the process runs, as after a bad answer of a time server; its steady clock does not. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

const LIBRARY = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find((path) => existsSync(path))

export const CLOCK_MISSING = 'clock jumps are left out: there is no libfaketime here (Debian: apt-get install faketime)'

export type JumpingClock = { environment: NodeJS.ProcessEnv; jump(seconds: number): Promise<void> }

/** Undefined where the library that bends time is not installed. The jump is seen within a second. */
export async function openJumpingClock(file: string): Promise<JumpingClock | undefined> {
  if (LIBRARY === undefined) return undefined
  const jump = (seconds: number) => writeFile(file, seconds < 0 ? String(seconds) : `+${seconds}`)
  await jump(0)
  const environment = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { environment, jump }
}
