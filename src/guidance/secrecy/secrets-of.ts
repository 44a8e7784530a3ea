/** Every secret this process knows the value of, for the redactor. */
import { SETTINGS, type SettingKey, type Settings, settingOf } from '../settings/catalogue.ts'
import type { Environment } from '../settings/environment.ts'
import { keysByOrigin } from '../settings/model-places.ts'
import { isSecretName } from './secret-names.ts'

const ENVIRONMENT_SECRETS = ['API_KEY', 'FIREBREAK_SECRET_KEY'] as const
const TEXTS_WITH_PASSWORDS = [
  'DATABASE_URL',
  'REDIS_URL',
  'TARGET_DATABASES',
  'TARGET_KV_STORES',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const
/** What stands between the colon and the last @ of an address; one text may hold several addresses. */
const PASSWORD = /:\/\/[^\s/:@,|]*:([^\s,|]+)@/g
const COLLECTOR_KEY_MIN = 16
const SECRET_SETTINGS = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => settingOf(key).kind === 'secret')

/** For who asks at every text: the list is made anew only when the settings are others. */
export function secretsInForce(
  environment: Environment,
  settings: () => Settings | undefined,
): () => readonly string[] {
  let madeFor = settings()
  let secrets = secretsOf(environment, madeFor)
  return () => {
    const inForce = settings()
    if (inForce !== madeFor) secrets = secretsOf(environment, inForce)
    madeFor = inForce
    return secrets
  }
}

export function secretsOf(environment: Environment, settings: Settings | undefined): string[] {
  const values = [
    ...ENVIRONMENT_SECRETS.map((key) => environment[key]),
    ...TEXTS_WITH_PASSWORDS.flatMap((key) => passwordsIn(environment[key] ?? '')),
    ...headersIn(environment.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    ...SECRET_SETTINGS.flatMap((key) => [settings?.[key], environment[key]]),
    ...keysByOrigin(settings?.LLM_FALLBACK_KEYS ?? environment.LLM_FALLBACK_KEYS ?? '').values(),
  ]
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))]
}

/** As written and as meant: a percent-encoded password may show in either form. */
function passwordsIn(text: string): string[] {
  return [...text.matchAll(PASSWORD)].flatMap(([, password = '']) => [password, decoded(password)])
}

/** name=value,name=value. The keys of collectors bear many names, so whatever is long enough to be one counts as one. */
function headersIn(text: string): string[] {
  return text.split(',').flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=')
    const value = decoded(rest.join('=').trim())
    const isSecret = isSecretName(name.trim()) || value.length >= COLLECTOR_KEY_MIN
    // Without its scheme too, as in `Bearer …`.
    return isSecret ? [value, value.split(' ').at(-1) ?? ''] : []
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded after all: the password is what stands there.
    return text
  }
}
