import { ClusterRefusal } from '../../ports/cluster.ts'
import type { PluginResult } from '../plugin.ts'

/** What the server refuses becomes the answer, in its own words. What nobody foresaw goes on to the door. */
export async function answer<Result extends PluginResult>(work: () => Promise<Result>): Promise<Result | PluginResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ClusterRefusal) return { success: false, error: error.message }
    throw error
  }
}
