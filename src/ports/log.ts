/** What the house says to its operator. Fields first, the sentence second, as in `log.warn({ port }, 'The port is taken.')`. */
export type Log = {
  debug(fields: Record<string, unknown>, sentence: string): void
  info(fields: Record<string, unknown>, sentence: string): void
  warn(fields: Record<string, unknown>, sentence: string): void
  error(fields: Record<string, unknown>, sentence: string): void
}
