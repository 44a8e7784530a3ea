/** Every secret this process knows the value of, for the redactor. */
import { SETTINGS, type SettingKey, type Settings, settingOf } from '../settings/catalogue.ts'
import type { Environment } from '../settings/environment.ts'

const ENVIRONMENT_SECRETS = ['API_KEY', 'FIREBREAK_SECRET_KEY'] as const
const ADDRESSES_WITH_PASSWORDS = ['DATABASE_URL', 'REDIS_URL'] as const
const SECRET_SETTINGS = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => settingOf(key).kind === 'secret')

export function secretsOf(environment: Environment, settings: Settings | undefined): string[] {
  const values = [
    ...ENVIRONMENT_SECRETS.map((key) => environment[key]),
    ...ADDRESSES_WITH_PASSWORDS.map((key) => passwordIn(environment[key])),
    ...SECRET_SETTINGS.flatMap((key) => [settings?.[key], environment[key]]),
  ]
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))]
}

function passwordIn(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { password } = new URL(address)
  try {
    return decodeURIComponent(password)
  } catch {
    // Not percent-encoded after all: the password is what stands there.
    return password
  }
}
