import { DatabaseRefusal } from '../../ports/database.ts'
import type { PluginResult } from '../plugin.ts'

/** What the database refuses is an answer in its words. Everything else, a missing target included, is the door's to tell. */
export async function answer<Result extends PluginResult>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseRefusal) return { success: false, error: error.message } as Result
    throw error
  }
}
