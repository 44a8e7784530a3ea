import type { Static, TSchema } from 'typebox'
import { SETTINGS } from '../../../guidance/settings/catalogue.ts'
import type { Setting, SettingKind } from '../../../guidance/settings/setting.ts'
import { Timestamp } from './envelope.ts'
import { Type } from './schema.ts'

export const Configuration = Type.Object({
  llm: Type.Object({
    provider: Type.String(),
    model: Type.String(),
    base_url: Type.String(),
    timeout: Type.Integer({ description: 'Seconds.' }),
  }),
  chat: Type.Object({ app_id: Type.String(), alert_bot_ids: Type.Array(Type.String()) }),
  security: Type.Object({
    allowed_namespaces: Type.Array(Type.String()),
    max_replica_change: Type.Number(),
    forbidden_verbs: Type.Array(Type.String()),
    hourly_quota: Type.Integer(),
  }),
  monitoring: Type.Object({
    enable_sql_db: Type.Boolean(),
    enable_kv_store: Type.Boolean(),
    enable_cloud: Type.Boolean(),
  }),
})
export type Configuration = Static<typeof Configuration>

const CHANGE = {
  additionalProperties: true,
  description:
    'Only the keys to change, flat and in capital letters. `null` unsets a key. Lists are arrays or text divided by commas. All or nothing.',
  examples: [{ LLM_TIMEOUT: 120, ALLOWED_NAMESPACES: ['default', 'shop'] }],
}

export const ConfigurationChange = Type.Object({}, CHANGE)

export const CheckedChange = Type.Object({
  sentences: Type.Array(Type.String(), { description: 'What a person should read before the change is made.' }),
  doubts: Type.Array(Type.String(), {
    description: 'Those of them that say what could not be read or is not known, and what would hold instead.',
  }),
})
export type CheckedChange = Static<typeof CheckedChange>

export const SettingTrialRequest = Type.Object({
  value: Type.Optional(
    Type.Unknown({ description: 'A value of this very key to be tried; the same as `changes` with this one key.' }),
  ),
  changes: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'As in PUT /api/config: tried as if they were made; nothing is stored.',
      },
    ),
  ),
})

export const SettingTrial = Type.Object({
  key: Type.String(),
  tried: Type.String({ description: 'What was asked, and of whom.' }),
  works: Type.Boolean(),
  came_back: Type.String({ description: 'What came back, or why nothing did.' }),
  seconds: Type.Number(),
})
export type SettingTrial = Static<typeof SettingTrial>

export const SettingEntry = Type.Object({
  key: Type.String(),
  value: Type.Unknown({
    description: 'The value in force; a secret that is set reads "[set]", one that is not reads null.',
  }),
  layer: Type.Enum(['runtime', 'environment', 'default'], { description: 'Where the value comes from.' }),
  kind: Type.String(),
  accepts: Type.Optional(Type.String({ description: 'What may be given, told to people.' })),
  choices: Type.Optional(Type.Array(Type.String(), { description: 'Where only these words are accepted.' })),
  meaning: Type.String(),
  group: Type.String({ description: 'Under which of `groups` it is shown.' }),
  changeable: Type.Boolean({ description: 'Whether PUT /api/config changes it without a restart.' }),
  testable: Type.Boolean({ description: 'Whether POST /api/settings/{key}/test can try it.' }),
  warning: Type.Optional(Type.String()),
  unread: Type.Optional(
    Type.String({
      description: 'What is stored and cannot be read; `value` holds instead. Never of a secret or an address.',
    }),
  ),
  updated_at: Type.Optional(Timestamp),
  updated_by: Type.Optional(Type.String()),
})
export type SettingEntry = Static<typeof SettingEntry>

export const SettingList = Type.Object({
  settings: Type.Array(SettingEntry),
  groups: Type.Array(Type.Object({ name: Type.String(), about: Type.String() }), {
    description: 'What belongs together, in the order to show it.',
  }),
})
export type SettingList = Static<typeof SettingList>

const KINDS: Readonly<Record<SettingKind, () => TSchema>> = {
  text: () => Type.String(),
  address: () => Type.String(),
  secret: () => Type.String(),
  choice: () => Type.String(),
  integer: () => Type.Integer(),
  number: () => Type.Number(),
  boolean: () => Type.Boolean(),
  list: () => Type.Array(Type.String()),
}

/** What is written down for clients: every key with its type. What is stored is decided key by key behind the door. */
export const DocumentedConfiguration = Type.Object(
  Object.fromEntries(Object.entries(SETTINGS).map(([key, setting]) => [key, Type.Optional(documented(setting))])),
  CHANGE,
)

function documented({ kind, choices, meaning, accepts, refusal }: Setting<unknown>) {
  const given = choices === undefined ? KINDS[kind]() : Type.Enum([...choices])
  const unset = refusal?.(null) === undefined ? '; null unsets it' : ''
  return Type.Union([given, Type.Null()], { description: `${meaning} Takes ${accepts}${unset}.` })
}
