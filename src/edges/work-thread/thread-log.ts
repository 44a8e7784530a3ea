/** The log of the working thread: lines are written by the thread that serves, which masks them and has the one place they go to. */
import type { ServiceLog } from '../telemetry/log.ts'
import type { LogLevel, Say } from './thread-words.ts'

const RANK: Record<string, number> = { trace: 0, debug: 1, info: 2, warn: 3, error: 4, fatal: 5, silent: 6 }

export function createThreadLog(say: Say, level: string): ServiceLog {
  let least = rankOf(level)
  const at = (own: LogLevel) => (fields: Record<string, unknown>, sentence: string) => {
    if (rankOf(own) >= least) say({ kind: 'log', level: own, fields, sentence })
  }
  return {
    ...{ debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    setLevel: (next) => {
      least = rankOf(next)
    },
  }
}

function rankOf(level: string): number {
  return RANK[level.toLowerCase()] ?? 0
}
