/** Which settings belong together, and in which order they are shown: on the page of the documents and in the console. */

type SettingGroup = { name: string; about: string }

const NAMED: readonly (SettingGroup & { holds: RegExp })[] = [
  {
    name: 'Model',
    about: 'Which language model diagnoses, and what it may use. Without one the built-in analysis stands.',
    holds: /^(LLM|EMBEDDING)_/,
  },
  { name: 'Chat', about: 'Where cards go, and who may decide on them.', holds: /^(CHAT_|ALERT_BOT_)/ },
  {
    name: 'Safety',
    about: 'What a remediation may do. Judged when a plan is made, and again right before it acts.',
    holds:
      /^(ALLOWED_NAMESPACES|MAX_REPLICA_CHANGE|FORBIDDEN_VERBS|HOURLY_QUOTA|REMEDIATION_ENABLED|AUTO_ROLLBACK|DISABLED_PLUGINS|CONFIRM_|VERIFY_)/,
  },
  {
    name: 'Monitoring',
    about: 'What Firebreak watches by itself, and where metrics, logs and errors are looked up.',
    holds: /^(ENABLE|MONITOR|METRICS|LOGS|ERRORS|ALERTMANAGER|CLOUD|GRAFANA)_/,
  },
]

/** For every key that no name above claims, so that a new setting always stands somewhere. */
const SERVICE: SettingGroup = { name: 'Service', about: 'How the service itself works.' }

export const ENVIRONMENT_GROUP: SettingGroup = {
  name: 'Environment',
  about: 'Given as environment variables when the service starts; changed there, with a restart.',
}

export const RUNTIME_GROUPS: readonly SettingGroup[] = [...NAMED.map(({ name, about }) => ({ name, about })), SERVICE]

export function groupOf(key: string): string {
  return (NAMED.find(({ holds }) => holds.test(key)) ?? SERVICE).name
}
