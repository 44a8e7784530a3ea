/** A limit on a program that holds even where we stand still ourselves: another program watches it, not our own timer. */
import { access, constants } from 'node:fs/promises'

const TIMEOUT = '/usr/bin/timeout'
/** Our own timer comes first and can say why; this one is for when it does not come. */
const GRACE_SECONDS = 1

let isThere: Promise<boolean> | undefined

/** Unchanged on a machine that has no `timeout`. */
export async function limitTime(argv: readonly string[], seconds: number): Promise<readonly string[]> {
  isThere ??= access(TIMEOUT, constants.X_OK).then(
    () => true,
    () => false,
  )
  return (await isThere) ? [TIMEOUT, '-s', 'KILL', String(seconds + GRACE_SECONDS), ...argv] : argv
}
