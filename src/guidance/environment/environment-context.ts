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
}
