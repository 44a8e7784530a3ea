import type { FastifyInstance } from 'fastify'
import { isSettingKey, SETTINGS, type SettingKey, settingOf } from '../../../guidance/settings/catalogue.ts'
import { ENVIRONMENT_KEYS, type Environment } from '../../../guidance/settings/environment.ts'
import { UNREADABLE } from '../../../guidance/settings/setting.ts'
import { ENVIRONMENT_GROUP, groupOf, RUNTIME_GROUPS } from '../../../guidance/settings/setting-groups.ts'
import type { SettingsDesk, SettingsOverview } from '../../../guidance/settings/settings-desk.ts'
import { shownValue } from '../../../guidance/settings/shown-value.ts'
import { invalid } from '../../../problem.ts'
import {
  CheckedChange,
  Configuration,
  ConfigurationChange,
  type SettingEntry,
  SettingList,
} from '../contract/configuration.ts'
import { Envelope } from '../contract/envelope.ts'
import { answer } from '../envelope.ts'
import { addSettingTrialRoute, type SettingTrialParts } from './setting-trial.ts'

export type ConfigurationParts = SettingTrialParts & { settings: SettingsDesk; environment: Environment }

export function addConfigurationRoutes(app: FastifyInstance, parts: ConfigurationParts): void {
  const { settings, environment, triedKeys } = parts
  addSettingTrialRoute(app, parts)
  app.get(
    '/api/config',
    {
      config: { need: 'viewer' },
      schema: {
        tags: ['Configuration'],
        operationId: 'getConfiguration',
        summary: 'The values in force, grouped; never a secret',
        response: { 200: Envelope(Configuration) },
      },
    },
    async () => answer(configurationOf(await settings.overview())),
  )
  app.put(
    '/api/config',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Configuration'],
        operationId: 'changeConfiguration',
        summary: 'Change runtime values, effective at the next use on every instance',
        body: ConfigurationChange,
        response: { 200: Envelope(Configuration) },
      },
    },
    async (request) => {
      if (request.body === undefined) throw invalid('body', 'a JSON object of keys to change is required')
      const { overview, outcome, sentences } = await settings.change(
        request.body as Record<string, unknown>,
        request.caller.name,
      )
      return answer(configurationOf(overview), [outcome, ...sentences].join(' '))
    },
  )
  app.post(
    '/api/config/check',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Configuration'],
        operationId: 'checkConfiguration',
        summary: 'What a change would bring, before it is made; nothing is stored',
        body: ConfigurationChange,
        response: { 200: Envelope(CheckedChange) },
      },
    },
    async (request) => {
      if (request.body === undefined) throw invalid('body', 'a JSON object of keys to change is required')
      const { sentences, doubts } = await settings.preview(request.body as Record<string, unknown>)
      return answer({ sentences: [...sentences], doubts: [...doubts] })
    },
  )
  app.get(
    '/api/settings',
    {
      config: { need: 'admin' },
      schema: {
        tags: ['Configuration'],
        operationId: 'listSettings',
        summary: 'Every setting: value in force, where it comes from, who changed it; secrets masked',
        response: { 200: Envelope(SettingList) },
      },
    },
    async () =>
      answer({
        settings: [
          ...runtimeEntries(await settings.overview(), triedKeys),
          ...environmentEntries(environment, triedKeys),
        ],
        groups: [...RUNTIME_GROUPS, ENVIRONMENT_GROUP],
      }),
  )
}

function configurationOf({ values }: SettingsOverview): Configuration {
  return {
    llm: {
      provider: values.LLM_PROVIDER,
      model: values.LLM_MODEL ?? '',
      base_url: String(shownValue('LLM_BASE_URL', values.LLM_BASE_URL) ?? ''),
      timeout: values.LLM_TIMEOUT,
    },
    chat: { app_id: values.CHAT_APP_ID ?? '', alert_bot_ids: [...(values.ALERT_BOT_IDS ?? [])] },
    security: {
      allowed_namespaces: [...values.ALLOWED_NAMESPACES],
      max_replica_change: values.MAX_REPLICA_CHANGE,
      forbidden_verbs: [...values.FORBIDDEN_VERBS],
      hourly_quota: values.HOURLY_QUOTA,
    },
    monitoring: {
      enable_sql_db: values.ENABLE_SQL_DB,
      enable_kv_store: values.ENABLE_KV_STORE,
      enable_cloud: values.ENABLE_CLOUD,
    },
  }
}

function runtimeEntries(
  { values, layers, warnings, stored }: SettingsOverview,
  triedKeys: readonly string[],
): SettingEntry[] {
  const known = (Object.keys(SETTINGS) as SettingKey[]).map((key) => {
    const { kind, meaning, accepts, choices } = settingOf(key)
    const row = stored.get(key)
    const warning = warnings.find((one) => one.key === key)?.sentence
    return {
      key,
      value: shownValue(key, values[key]),
      layer: layers[key],
      kind,
      accepts,
      ...(choices ? { choices: [...choices] } : {}),
      meaning,
      group: groupOf(key),
      changeable: true,
      testable: triedKeys.includes(key),
      ...(warning ? { warning } : {}),
      ...(row ? unreadIn(key, row.value) : {}),
      ...(row ? { updated_at: row.updatedAt.toISOString(), updated_by: row.updatedBy } : {}),
    }
  })
  return [...known, ...unknownEntries(stored)]
}

const UNREAD_CHARACTERS_MAX = 200

/** What somebody stored and nobody can read; what may hold a secret is not told. */
function unreadIn(key: SettingKey, stored: unknown): { unread?: string } {
  const { kind, read } = settingOf(key)
  if (kind === 'secret' || kind === 'address' || read(stored) !== UNREADABLE) return {}
  const text = typeof stored === 'string' ? stored : JSON.stringify(stored)
  return { unread: text.slice(0, UNREAD_CHARACTERS_MAX) }
}

function unknownEntries(stored: SettingsOverview['stored']): SettingEntry[] {
  return [...stored]
    .filter(([key]) => !isSettingKey(key) && !Object.hasOwn(ENVIRONMENT_KEYS, key))
    .map(([key, row]) => ({
      key,
      value: '[set]',
      layer: 'runtime' as const,
      kind: 'secret',
      meaning: 'Not known; it has no effect.',
      group: groupOf(key),
      changeable: true,
      testable: false,
      updated_at: row.updatedAt.toISOString(),
      updated_by: row.updatedBy,
    }))
}

/** Values of the environment are shown only as set or not: several are connection strings with passwords. */
function environmentEntries(environment: Environment, triedKeys: readonly string[]): SettingEntry[] {
  return Object.entries(ENVIRONMENT_KEYS).map(([key, meaning]) => ({
    key,
    value: environment[key] ? '[set]' : null,
    layer: environment[key] ? ('environment' as const) : ('default' as const),
    kind: 'environment',
    meaning,
    group: ENVIRONMENT_GROUP.name,
    changeable: false,
    testable: triedKeys.includes(key),
  }))
}
