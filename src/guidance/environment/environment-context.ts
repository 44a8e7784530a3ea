/** What people told us about their environment: services and what they depend on, infrastructure, alerts, known problems. */
export type EnvironmentContext = Readonly<Record<string, unknown>>

export const EMPTY_CONTEXT: EnvironmentContext = Object.freeze({
  services: [],
  infrastructure: {},
  alert_definitions: {},
  common_issues: [],
})

export type EnvironmentStore = {
  current(): Promise<EnvironmentContext>
  put(document: EnvironmentContext, by: string): Promise<void>
}
