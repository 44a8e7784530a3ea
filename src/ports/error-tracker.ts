/** What we ask of an error tracker (the Sentry API). Issues are handed on as it gives them, with their latest event. */
export type TrackedIssue = Record<string, unknown>

/** Throws NotConfigured without ERRORS_URL, and an Error with the server's own words where it refuses. */
export type ErrorTracker = {
  /** Whether anybody said where it is. */
  isConfigured(): Promise<boolean>
  /** Undefined where there is no such issue. */
  issue(id: string, signal: AbortSignal): Promise<TrackedIssue | undefined>
}
