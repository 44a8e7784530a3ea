/** The models that may be asked, in order, each as the settings would be if it were the only one. A key goes to its own origin only. */
import type { LLM_PROVIDERS, Settings } from './catalogue.ts'

type Provider = (typeof LLM_PROVIDERS)[number]

/** The first one, with its small model where the question is easy, and those that stand in for it. */
export function modelPlaces(settings: Settings, isEasy = false): [first: Settings, ...fallbacks: Settings[]] {
  const { LLM_SMALL_MODEL, LLM_FALLBACKS } = settings
  const first = isEasy && LLM_SMALL_MODEL !== undefined ? { ...settings, LLM_MODEL: LLM_SMALL_MODEL } : settings
  return [first, ...LLM_FALLBACKS.map((row) => fallbackOf(row, settings))]
}

function fallbackOf(row: string, settings: Settings): Settings {
  const [provider, address = '', model = '', hourlyTokens = '0'] = row.split(/\s+/)
  const key = keysByOrigin(settings.LLM_FALLBACK_KEYS ?? '').get(URL.parse(address)?.origin ?? '')
  return {
    ...settings,
    LLM_PROVIDER: provider as Provider,
    LLM_BASE_URL: address,
    LLM_MODEL: model,
    LLM_API_KEY: key,
    LLM_HOURLY_TOKENS: Number(hourlyTokens),
  }
}

/** `https://host=key`, divided by commas or line ends; a key may hold further signs of equality. */
export function keysByOrigin(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(/[,\n]/).flatMap((pair) => {
    const [, address = '', key = ''] = /^\s*(https?:\/\/[^=\s]+)=(\S+)\s*$/.exec(pair) ?? []
    const origin = URL.parse(address)?.origin
    return origin === undefined || key === '' ? [] : [[origin, key] as const]
  })
  return new Map(pairs)
}
