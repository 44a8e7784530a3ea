/**
 * A change went out and no answer came. It is not repeated; the target is read until it shows the change, because a
 * request that was cut at the sender may still arrive, and once it no longer can, it is called not done.
 */
import type { PastAct, PluginCall } from '../../plugins/plugin.ts'
import type { PluginDoor } from '../../plugins/run-plugin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ActionOutcome } from '../incident/execution.ts'

type Parts = {
  door: Pick<PluginDoor, 'readBack' | 'settlesWithinSeconds'>
  clock: Clock
  pause(seconds: number, signal: AbortSignal): Promise<unknown>
}

type Lost = { call: PluginCall; past: PastAct; message: string; signal: AbortSignal }

const LOOK_EVERY_SECONDS = 1

export async function readBackLostAnswer(
  parts: Parts,
  { call, past, message, signal }: Lost,
): Promise<{ outcome: ActionOutcome; message: string }> {
  const waitSeconds = parts.door.settlesWithinSeconds(call.plugin)
  const until = parts.clock.now().getTime() + waitSeconds * 1000
  for (;;) {
    // Before the look: an answer from after the last moment is the last word.
    const isLastLook = parts.clock.now().getTime() >= until
    const wasDone = await parts.door.readBack(call, past, signal).catch(() => undefined)
    if (wasDone === true)
      return { outcome: 'done', message: `${message} Read back: the target shows that it was made.` }
    if (wasDone) return { outcome: 'unknown', message: `${message} Read back: ${sayUnknown(wasDone)}` }
    // Whoever takes the run over reads the target himself.
    signal.throwIfAborted()
    if (isLastLook) return ending(wasDone, message, waitSeconds)
    await parts.pause(LOOK_EVERY_SECONDS, signal)
  }
}

/** Seen, and nothing tells our step from others. */
export function sayUnknown({ unknown }: { unknown: string }): string {
  return `${unknown} Whether this step did it cannot be known. It is not repeated; a person must look.`
}

function ending(wasDone: boolean | undefined, message: string, waitSeconds: number) {
  return wasDone === false
    ? {
        outcome: 'failed' as const,
        message: `${message} Read back for ${waitSeconds} s: the target does not show it, so it was not made. It is not repeated.`,
      }
    : {
        outcome: 'unknown' as const,
        message: `${message} The target could not be read back within ${waitSeconds} s. It is not repeated; a person must look.`,
      }
}
