/**
 * Every runtime setting in one place. What is not in this table has no effect.
 * The documents, GET /api/settings and the validation of PUT /api/config are all made from it.
 */
import {
  address,
  checkedCount,
  choice,
  flag,
  integer,
  list,
  ratio,
  rows,
  type Setting,
  seconds,
  secret,
  text,
} from './setting.ts'

export const LLM_PROVIDERS = ['provider_a', 'provider_b'] as const
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

type List = readonly string[]
const both = (one: boolean, other: boolean) => one && other
const sharedBy = (one: List, other: List) => one.filter((item) => other.includes(item))
const together = (one: List, other: List) => [...new Set([...one, ...other])]
/** Where unset means "everyone", a list is always the stricter of the two. */
const fewerPeople = (one: List | undefined, other: List | undefined) =>
  one && other ? sharedBy(one, other) : (one ?? other)

export const SETTINGS = {
  LLM_PROVIDER: choice(
    'Model protocol: provider_a speaks Anthropic Messages, provider_b OpenAI chat completions.',
    LLM_PROVIDERS,
    'provider_a',
    { refused: true },
  ),
  LLM_API_KEY: secret('Key of the model provider.', { sentTo: 'LLM_BASE_URL' }),
  LLM_MODEL: text('Model name.'),
  LLM_BASE_URL: address('Address of the model provider or of a compatible server.'),
  LLM_SMALL_MODEL: text('Model name for the easy ones, on the same server: where an incident of the past shows again.'),
  LLM_FALLBACKS: rows(
    'Models that are tried in order when the one before fails, or when its tokens of the hour are used up.',
    {
      accepts:
        'a list of objects {provider, base_url, model, hourly_tokens?}, or of texts with these values in this order, divided by spaces; [] empties it',
      fields: ['provider', 'base_url', 'model', 'hourly_tokens'],
      isRow: ([provider = '', address = '', model = '', hourlyTokens = '0', ...more]) =>
        (LLM_PROVIDERS as readonly string[]).includes(provider) &&
        /^https?:$/.test(URL.parse(address)?.protocol ?? '') &&
        model !== '' &&
        /^\d{1,12}$/.test(hourlyTokens) &&
        more.length === 0,
    },
  ),
  LLM_FALLBACK_KEYS: secret(
    'Keys of the fallbacks, each with the address it may be sent to: https://host=key, divided by commas.',
  ),
  LLM_PRICES: rows('What a million tokens of a model cost, so that an incident shows its cost in money.', {
    accepts:
      'a list of objects {model, input, output, cached_input?} with prices as numbers, or of texts with these values in this order, divided by spaces; [] empties it',
    fields: ['model', 'input', 'output', 'cached_input'],
    isRow: ([model = '', ...prices]) =>
      model !== '' && [2, 3].includes(prices.length) && prices.every((price) => /^\d{1,9}(\.\d{1,9})?$/.test(price)),
  }),
  LLM_CURRENCY: text('Currency of LLM_PRICES, as it is shown. Unset: USD.'),
  LLM_TIMEOUT: checkedCount('Seconds one model call may take.', 300),
  LLM_HOURLY_TOKENS: integer('Tokens all diagnoses together may use in an hour; 0 means no limit.', 0, 0),

  CHAT_APP_ID: text('Application id on the chat platform.'),
  CHAT_APP_SECRET: secret('Application secret on the chat platform.', { sentTo: 'CHAT_BASE_URL' }),
  CHAT_ENCRYPT_KEY: secret(
    'Key that signs (and may encrypt) the callbacks of the chat platform. Unset: every callback is refused.',
  ),
  CHAT_VERIFICATION_TOKEN: secret('Verification token some callbacks of the chat platform carry.'),
  CHAT_BASE_URL: address('Address of the chat platform.'),
  CHAT_DEFAULT_CHAT_ID: text('Chat that gets the cards of alerts which name none.'),
  CHAT_APPROVER_IDS: list('People who may decide on a card. Unset: everyone in the chat.', undefined, {
    stricter: fewerPeople,
  }),
  CHAT_LANGUAGE: choice('Language of the fixed words on cards: en or zh.', ['en', 'zh'], 'en', { refused: true }),
  CHAT_MAX_SKEW_SECONDS: seconds('Largest age of a signed callback in seconds; 0 means any.', 0, 0),
  ALERT_BOT_IDS: list(
    'Senders whose messages are alerts. Unset: POST /api/alert takes any sender, the chat takes none.',
    undefined,
    { stricter: fewerPeople },
  ),

  ALLOWED_NAMESPACES: list<List>('Namespaces in which a remediation may act.', ['default', 'production'], {
    stricter: sharedBy,
  }),
  MAX_REPLICA_CHANGE: ratio('Largest change of a replica count, as a ratio of the current count.', 0.5, {
    stricter: Math.min,
  }),
  FORBIDDEN_VERBS: list<List>('Commands no remediation may contain.', ['rm -rf', 'drop table'], { stricter: together }),
  HOURLY_QUOTA: checkedCount('Remediation actions in any rolling hour, over all instances.', 10),
  REMEDIATION_ENABLED: flag('The stop switch: false refuses every remediation at once.', true, { stricter: both }),

  ENABLE_SQL_DB: flag('Watch the relational databases.', true),
  ENABLE_KV_STORE: flag('Watch the key-value stores.', true),
  ENABLE_CLOUD: flag('Watch the alarms of the cloud.', false),
  MONITOR_READINGS_IN_ROW: integer('Readings in a row that must agree before a finding opens or clears.', 2, 1),
  MONITOR_CLEAR_RATIO: ratio('A finding clears below this share of its limit.', 0.8),
  MONITOR_CONNECTIONS_RATIO: ratio('Share of the usable connections of a database from which on it is a finding.', 0.9),
  MONITOR_LOCK_WAIT_SECONDS: seconds('Seconds a session waits for a lock until it is a finding.', 30, 1),
  MONITOR_TRANSACTION_SECONDS: seconds('Seconds a transaction stays open until it is a finding.', 3600, 1),
  MONITOR_REPLICATION_LAG_SECONDS: seconds('Seconds a replica is behind until it is a finding.', 60, 1),
  MONITOR_WRAPAROUND_AGE: integer('Age of the oldest unfrozen transaction until it is a finding.', 1_000_000_000, 1),
  MONITOR_MEMORY_RATIO: ratio('Share of maxmemory of a store that does not evict, from which on it is a finding.', 0.9),
  MONITOR_EVICTIONS_PER_MINUTE: integer('Keys a store evicts in a minute until it is a finding.', 600, 1),
  MONITOR_REJECTIONS_PER_MINUTE: integer('Connections a store rejects in a minute until it is a finding.', 1, 1),
  MONITOR_LATENCY_MS: integer('Milliseconds a store takes to answer until it is a finding.', 250, 1),
  CLOUD_REGION: text(
    'Region whose CloudWatch alarms are watched. Unset: the one the AWS environment or profile names.',
  ),
  CLOUD_ENDPOINT: address('Address of CloudWatch where it is not that of AWS itself.'),

  EMBEDDING_PROVIDER: choice('Embedding protocol.', LLM_PROVIDERS, 'provider_b'),
  EMBEDDING_MODEL: text('Embedding model name.'),
  EMBEDDING_API_KEY: secret('Key of the embedding provider.', { sentTo: 'EMBEDDING_BASE_URL' }),
  EMBEDDING_BASE_URL: address('Address of the embedding provider.'),

  METRICS_URL: address('Address of the metrics server (Prometheus query API).'),
  METRICS_TOKEN: secret('Bearer token of the metrics server.', { sentTo: 'METRICS_URL' }),
  LOGS_URL: address('Address of the log server (Loki query API).'),
  LOGS_TOKEN: secret('Bearer token of the log server.', { sentTo: 'LOGS_URL' }),
  ERRORS_URL: address('Address of the error tracker (Sentry API).'),
  ERRORS_TOKEN: secret('Bearer token of the error tracker.', { sentTo: 'ERRORS_URL' }),
  ALERTMANAGER_URL: address(
    'Address of an Alertmanager whose silences hold here as well. They are read, never changed.',
  ),
  ALERTMANAGER_TOKEN: secret('Bearer token of the Alertmanager.', { sentTo: 'ALERTMANAGER_URL' }),
  METRICS_PAGE_URL: address(
    'Address at which people open the page of the metrics server in their browser; incidents link to the same query there.',
  ),
  GRAFANA_PAGE_URL: address(
    'Address at which people open Grafana in their browser; incidents link to the same queries in its Explore view.',
  ),
  GRAFANA_METRICS_SOURCE: text('Name or uid of the data source in Grafana that holds the metrics. Unset: prometheus.'),
  GRAFANA_LOGS_SOURCE: text('Name or uid of the data source in Grafana that holds the logs. Unset: loki.'),
  CLUSTER_NAME: text('Name of the cluster we act on; alerts of other clusters get no Kubernetes action.'),

  AUTO_ROLLBACK: flag('Undo a change by itself when verification says it made things worse.', false, {
    stricter: both,
  }),
  DISABLED_PLUGINS: list<List>('Plugins taken out of use.', [], { stricter: together }),
  CONFIRM_WITHIN_SECONDS: seconds('Seconds a proposal waits for a person before it expires.', 3600, 1),
  VERIFY_WITHIN_SECONDS: seconds('Seconds we watch after an execution whether it helped.', 300, 1),
  LLM_TURNS_MAX: integer('Model turns one diagnosis may take.', 12, 1),
  LLM_INCIDENT_TOKENS: integer('Tokens one diagnosis may use.', 200_000, 1),
  MONITOR_INTERVAL_SECONDS: seconds('Seconds between two monitoring checks.', 30, 1),
  DIAGNOSIS_CONCURRENCY: integer(
    'Diagnoses at work at once, over all instances; 0 pauses them. Of two or more, one place is kept free for critical incidents.',
    4,
    0,
  ),
  QUEUE_WAIT_MAX_SECONDS: seconds(
    'Seconds after which a pending incident is diagnosed in every other place that gets free, whatever its severity.',
    900,
    1,
  ),
  SILENCE_NOTICE_SECONDS: seconds(
    'Seconds before its end in which a silence is told of, in the chat and in GET /api/status; 0 tells of none.',
    900,
    0,
  ),
  GATHER_SECONDS: seconds(
    'Seconds alerts about one node, workload, database or namespace wait for each other at most before they are diagnosed, so that those of one cause become one incident; critical ones wait for critical ones alone, two thirds of it at most. 0: incidents are gathered by hand alone.',
    15,
    0,
  ),
  FLAP_HOLD_SECONDS: seconds(
    'Seconds an alert that comes and goes must stay away until its incident is resolved; one that came back within them does. 0: every clearing resolves at once.',
    600,
    0,
  ),
  CLEAR_HOLD_SECONDS: seconds(
    'Seconds an alert that clears for the first time must stay away until its incident is resolved, so that one that comes back finds it open. 0: the first clearing resolves at once.',
    0,
    0,
  ),
  RETENTION_DAYS: integer(
    'Days a closed incident, or a silence that is over, is kept; 0 keeps it for ever.',
    400,
    0,
    1_000_000,
  ),
  ALERT_MEMBERS_MAX: integer(
    'Alerts one notification may bring; the rest is counted, and the answer says so.',
    5_000,
    1,
  ),
  STREAMS_PER_KEY_MAX: integer('Event streams one key may hold on an instance; beyond it 503.', 200, 1),
  REQUESTS_PER_KEY_MAX: integer('Requests of one key that may be under way on an instance; beyond it 503.', 1_000, 1),
  PUBLIC_URL: address('Address under which people reach this service; cards link to the incident there.'),
  LOG_LEVEL: choice('How much is logged.', LOG_LEVELS, 'info'),
}

export type SettingKey = keyof typeof SETTINGS

/** The contract names these and leaves them unchecked: they are stored as given, and whoever sends them is asked first. */
export const STORED_AS_GIVEN: readonly SettingKey[] = [
  'LLM_API_KEY',
  'LLM_MODEL',
  'LLM_BASE_URL',
  'CHAT_APP_ID',
  'CHAT_APP_SECRET',
  'CHAT_ENCRYPT_KEY',
  'ALERT_BOT_IDS',
  'ALLOWED_NAMESPACES',
  'MAX_REPLICA_CHANGE',
  'FORBIDDEN_VERBS',
  'ENABLE_SQL_DB',
  'ENABLE_KV_STORE',
  'ENABLE_CLOUD',
  'EMBEDDING_PROVIDER',
  'EMBEDDING_MODEL',
  'EMBEDDING_API_KEY',
  'LOG_LEVEL',
]

type ValueOf<Definition> = Definition extends Setting<infer Value> ? Value : never

/** The values in force, read from both layers. */
export type Settings = {
  readonly [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]>
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/** The one place where a definition is used without knowing its value's type. */
export function settingOf(key: SettingKey): Setting<unknown> {
  return SETTINGS[key] as unknown as Setting<unknown>
}
