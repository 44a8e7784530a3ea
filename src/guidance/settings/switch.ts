import { StartRefused } from '../../problem.ts'
import type { Environment } from './environment.ts'

/** A switch of the environment. What is neither yes nor no must not be taken for either. */
export function readSwitch(
  environment: Environment,
  key: 'ALLOW_OPEN_API' | 'FIREBREAK_HOLD' | 'ALLOW_UNFENCED_PLUGINS' | 'ONE_THREAD',
): boolean {
  const text = environment[key]?.trim() ?? ''
  if (/^(true|1|yes|on)$/i.test(text)) return true
  if (/^(false|0|no|off|)$/i.test(text)) return false
  throw new StartRefused(`${key} must be true or false, not "${text}".`)
}
