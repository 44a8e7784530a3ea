/** What stands where a secret stood. Every reader below knows it, so that a masked text passes through unchanged. */
export const MASK = '[redacted]'
