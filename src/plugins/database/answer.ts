import { DatabaseRefusal, LostStatement } from '../../ports/database.ts'
import type { PluginResult } from '../plugin.ts'

/** What the database refuses is an answer in its words. Everything else, a missing target included, is the door's to tell. */
export async function answer<Result extends PluginResult>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // Not tried again as if nothing had happened: the target is read back.
    if (error instanceof LostStatement)
      return { success: false, isUnknown: true, error: sayLost(error) } as Result & { isUnknown: true }
    if (error instanceof DatabaseRefusal) return { success: false, error: error.message } as Result
    throw error
  }
}

function sayLost({ message }: LostStatement): string {
  return `${message} Whether the statement was carried out is not known.`
}
