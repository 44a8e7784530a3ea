import type { Adopted } from '../store/adopt-records.ts'

/** A person with the secret key at hand vouches for what is stored without its seal. */
export async function sealStore(adopt: (by: string) => Promise<Adopted>, print: (text: string) => void): Promise<void> {
  const { keys, settings, silences, entries } = await adopt('command line')
  if (keys.length + settings.length + silences.length + entries === 0)
    return print('Everything bears the seal already.')
  print(`Sealed, and on the audit trail: ${entries} entries of it.`)
  if (keys.length > 0)
    print(`API keys: ${keys.join(', ')}. Revoke those that are not yours: firebreak keys revoke <id>`)
  if (settings.length > 0) print(`Settings: ${settings.join(', ')}. Look at them: firebreak config get`)
  if (silences.length > 0) print(`Silences: ${silences.join(', ')}. Look at them: firebreak silences`)
}
