/** The page of all settings. Its tables come from the catalogue; the words around them are kept here. */
import {
  LLM_PROVIDERS,
  SETTINGS,
  type SettingKey,
  STORED_AS_GIVEN,
  settingOf,
} from '../../src/guidance/settings/catalogue.ts'
import { ENVIRONMENT_KEYS } from '../../src/guidance/settings/environment.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import { groupOf, RUNTIME_GROUPS } from '../../src/guidance/settings/setting-groups.ts'

const KEYS = Object.keys(SETTINGS) as SettingKey[]
const NEVER_UNSET = KEYS.filter((key) => settingOf(key).refusal !== undefined).map(code)
const UNCHECKED = STORED_AS_GIVEN.map(code)

const INTRODUCTION = `# Configuration

_Made from the code by \`npm run docs\`; change it there._

A setting has two layers. A **runtime** value, given while the service runs, stands above an **environment** value,
read when it starts; where neither is given, the default holds. A file \`.env\` in the folder of the start is read too, and
what the environment already says wins over it.

## Reading and changing

| | on the command line | over the API |
|---|---|---|
| read | \`firebreak config get\`, \`firebreak config get LLM_TIMEOUT\` | \`GET /api/settings\` (admin): every key, its value in force, the layer it comes from, who changed it and when |
| change | \`firebreak config set LLM_TIMEOUT=120 ALLOWED_NAMESPACES=default,shop\` | \`PUT /api/config\` (admin): \`{"LLM_TIMEOUT": 120, "ALLOWED_NAMESPACES": ["default", "shop"]}\` |
| unset | \`firebreak config set LLM_MODEL=\` | \`PUT /api/config\`: \`{"LLM_MODEL": null}\` (refused for ${NEVER_UNSET.join(', ')}) |

In a clone the command is \`npx firebreak\`. A change is made whole or not at all, is kept in the audit trail (with the
value before and after; of a secret only that it changed), and is in force at the next use on every instance, without a restart: the next model call, message, policy decision or monitoring check.

- **Lists** are JSON arrays or text divided by commas. An empty list (\`[]\`) means none, which is not the same as unset.
- **Secrets** can be written and never read: every answer says only that one is set. Stored ones are encrypted when
  \`FIREBREAK_SECRET_KEY\` is given, which \`npm start\` does by itself.
- **A secret belongs to one origin** (scheme, host and port): that of its address when it was given. When the address changes to another
  origin the secret is dropped, never sent there, and the answer says so; give both in one change. A secret and an address
  from the environment belong together.
- **Values that cannot be read** are refused with the key and what was expected. Only these are stored as given: ${UNCHECKED.join(', ')}.
  Whoever sends one of them unreadable is asked first: the console shows what cannot be read and what would hold instead, and
  \`firebreak config set\` ends with an error unless \`--anyway\` is given (so for keys that are not known). Scripts ask with \`POST /api/config/check\`. While such a value
  cannot be read the last readable one stays in force, for the policy never laxer than the default. Such a value in the environment
  is ignored. Each is named in the answer to the change, in \`GET /api/settings\` and in \`GET /api/status\`.
- **Trying it**: beside every address, key and channel the console has *Test*: what was asked, of whom, and what came back, also with a
  value that is not saved yet (\`POST /api/settings/{key}/test\` with \`value\`). Beside \`TARGET_DATABASES\` and \`KUBECONFIG\` it asks
  with the role and the account that look. A test of \`CHAT_DEFAULT_CHAT_ID\` posts a message there.
`

export function configurationPage(): string {
  return `${INTRODUCTION}
## Runtime settings

Each can be given in the environment under the same name.
${runtimeTables()}

## Environment only

Read once at the start; a change needs a restart.

| Key | Meaning |
|---|---|
${Object.entries(ENVIRONMENT_KEYS)
  .map(([key, meaning]) => row([code(key), meaning]))
  .join('\n')}
`
}

function runtimeTables(): string {
  return RUNTIME_GROUPS.flatMap(({ name, about }) => [
    ...['', `### ${name}`, '', about, '', '| Key | Meaning | Accepts | Default |', '|---|---|---|---|'],
    ...KEYS.filter((key) => groupOf(key) === name).map(runtimeRow),
  ]).join('\n')
}

function runtimeRow(key: SettingKey): string {
  const { meaning, accepts, sentTo } = settingOf(key)
  const origin = sentTo === undefined ? '' : ` Sent only to the origin of ${code(sentTo)}.`
  return row([code(key), meaning + origin, accepts, defaultOf(key)])
}

/** What would be in force with nothing given; where that follows the provider, it is told for each. */
function defaultOf(key: SettingKey): string {
  const { default: fallback } = settingOf(key)
  if (fallback !== undefined) return inWords(fallback)
  const cases = LLM_PROVIDERS.map((provider) => {
    const environment = { LLM_PROVIDER: provider, EMBEDDING_PROVIDER: provider }
    return { provider, words: inWords(resolveSettings(environment, new Map()).values[key]) }
  })
  const differing = new Set(cases.map(({ words }) => words))
  if (differing.size === 1) return [...differing].join()
  return cases.map(({ provider, words }) => `${words} with ${provider}`).join(', ')
}

function inWords(value: unknown): string {
  if (value === undefined) return 'none'
  if (!Array.isArray(value)) return code(String(value))
  return value.length === 0 ? 'an empty list' : code(value.join(','))
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function code(text: string): string {
  return `\`${text}\``
}
