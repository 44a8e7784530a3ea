import pino, { type DestinationStream, type Logger } from 'pino'
import type { Log } from '../../ports/log.ts'

export type ServiceLog = Log & { setLevel(level: string): void }

/** For whom somebody else speaks. */
export const QUIET_LOG: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

type Parts = { level: string; redact: (text: string) => string; destination?: DestinationStream }

/** Structured lines on standard output. The whole line is redacted as it leaves, so nothing can slip past by another field. */
export function createLog({
  level,
  redact,
  destination = pino.destination({ dest: 1, sync: true }),
}: Parts): ServiceLog {
  const logger: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redact },
    },
    destination,
  )
  return {
    debug: (fields, sentence) => logger.debug(fields, sentence),
    info: (fields, sentence) => logger.info(fields, sentence),
    warn: (fields, sentence) => logger.warn(fields, sentence),
    error: (fields, sentence) => logger.error(fields, sentence),
    setLevel: (next) => {
      logger.level = next
    },
  }
}
