/**
 * What people told us about their environment: services and what they depend on, infrastructure, alerts, known problems.
 * Kept as JSON text, because what was put comes back: JSON has numbers that ours do not hold.
 */
export const EMPTY_CONTEXT = JSON.stringify({
  services: [],
  infrastructure: {},
  alert_definitions: {},
  common_issues: [],
})

export type EnvironmentStore = {
  current(): Promise<string>
  put(document: string, by: string): Promise<void>
  /** Newest first; the first is in force. */
  versions(page: { offset: number; limit: number }): Promise<{ versions: EnvironmentVersion[]; total: number }>
  /** Undefined where there never was such a version. */
  version(version: number): Promise<string | undefined>
}

type EnvironmentVersion = { version: number; putAt: Date; putBy: string }
