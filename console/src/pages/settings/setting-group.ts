/** Which settings are shown together, and in which order. A key no group names is shown among those of the service. */
import type { SettingEntry } from '@contract/configuration.ts'

type SettingGroup = { name: string; about: string; entries: readonly SettingEntry[] }

type Plan = { name: string; about: string; holds: (entry: SettingEntry) => boolean }

const GROUPS: readonly Plan[] = [
  {
    name: 'Model',
    about: 'Which language model diagnoses, and what it may use. Without one the built-in analysis stands.',
    holds: ({ key }) => /^(LLM|EMBEDDING)_/.test(key),
  },
  {
    name: 'Chat',
    about: 'Where cards go, and who may decide on them.',
    holds: ({ key }) => key.startsWith('CHAT_') || key === 'ALERT_BOT_IDS',
  },
  {
    name: 'Safety',
    about: 'What a remediation may do. Judged when a plan is made, and again right before it acts.',
    holds: ({ key }) =>
      /^(ALLOWED_NAMESPACES|MAX_REPLICA_CHANGE|FORBIDDEN_VERBS|HOURLY_QUOTA|REMEDIATION_ENABLED|AUTO_ROLLBACK|DISABLED_PLUGINS|CONFIRM_|VERIFY_)/.test(
        key,
      ),
  },
  {
    name: 'Monitoring',
    about: 'What Firebreak watches by itself, and where metrics, logs and errors are looked up.',
    holds: ({ key }) => /^(ENABLE|MONITOR|METRICS|LOGS|ERRORS|WATCH|CLOUD)_/.test(key),
  },
]

export function groupsOf(entries: readonly SettingEntry[]): SettingGroup[] {
  const runtime = entries.filter(({ changeable }) => changeable)
  const named = GROUPS.map(({ holds, ...group }) => ({ ...group, entries: runtime.filter(holds) }))
  const rest = runtime.filter((entry) => !GROUPS.some(({ holds }) => holds(entry)))
  return [
    ...named,
    { name: 'Service', about: 'How the service itself works.', entries: rest },
    {
      name: 'Environment',
      about: 'Given as environment variables when the service starts; changed there, with a restart.',
      entries: entries.filter(({ changeable }) => !changeable),
    },
  ].filter((group) => group.entries.length > 0)
}
