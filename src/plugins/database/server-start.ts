/**
 * Since when the server's sessions and counts are of one piece. A restart begins both anew, and so does the crash of one of
 * its processes, after which the postmaster stays the same: the checkpointer does not, and where our login may not see it,
 * neither does the beginning of the background writer's counts. All by the server's own clock.
 */
import type { Reader } from './reader.ts'

const BEGAN_AFTER = `SELECT greatest(pg_postmaster_start_time(), coalesce(
    (SELECT max(a.backend_start) FROM pg_stat_activity a WHERE a.backend_type = 'checkpointer'),
    (SELECT b.stats_reset FROM pg_stat_bgwriter b))) > $1::timestamptz AS began_after`

export async function beganAfter(reader: Reader, moment: string): Promise<boolean> {
  return (await reader.rows<{ began_after: boolean }>(BEGAN_AFTER, [moment]))[0]?.began_after ?? false
}
