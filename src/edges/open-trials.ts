/** What it takes to try a setting: the way out, and nothing of what a server says of our secrets. */

import { createRedactor } from '../guidance/secrecy/redact.ts'
import { secretsOf } from '../guidance/secrecy/secrets-of.ts'
import type { Settings } from '../guidance/settings/catalogue.ts'
import type { Environment } from '../guidance/settings/environment.ts'
import type { SettingsDesk } from '../guidance/settings/settings-desk.ts'
import type { Clock } from '../ports/clock.ts'
import type { GuardedFetch } from './outbound/guarded-fetch.ts'
import { TRIED_KEYS, trySetting } from './trials/try-setting.ts'
import type { Targets } from './trials/try-targets.ts'

type Parts = {
  settings: SettingsDesk
  environment: Environment
  fetch: GuardedFetch
  clock: Clock
  targets: Targets
}

export function openTrials({ settings, environment, fetch, clock, targets }: Parts) {
  const clean = (text: string, values: Settings) => createRedactor(() => secretsOf(environment, values)).redact(text)
  return {
    triedKeys: TRIED_KEYS,
    trySetting: (wanted: Parameters<typeof trySetting>[1]) =>
      trySetting({ settings, fetch, clock, targets, clean }, wanted),
  }
}
