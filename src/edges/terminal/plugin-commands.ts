import { stat } from 'node:fs/promises'
import { BUILT_IN_PLUGINS } from '../../plugins/built-in-plugins.ts'
import { Catalogue } from '../../plugins/catalogue.ts'
import type { CustomPluginHost } from '../../plugins/custom-plugin-host.ts'
import { loadCustomPlugins } from '../../plugins/custom-plugins.ts'
import { type PluginLedger, tellTraits } from '../../plugins/plugin-ledger.ts'
import { StartRefused } from '../../problem.ts'

/** The very loading the service does, so that what passes here is loaded there. */
export async function checkPlugin(host: CustomPluginHost, file: string, print: (text: string) => void): Promise<void> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new StartRefused(`${file} would not be loaded: there is no such file.`)
  const builtIn = new Catalogue(BUILT_IN_PLUGINS)
  const isTaken = (name: string) => builtIn.isBuiltIn(name)
  const { plugins, broken, odd } = await loadCustomPlugins([file], host, { isTaken }, new AbortController().signal)
  for (const { reason } of broken) throw new StartRefused(`${file} would not be loaded: ${reason}.`)
  for (const { name, category, parameters } of plugins) {
    const names = Object.keys(parameters.properties)
    print(
      `${name} is sound: a ${category} plugin with ${names.length === 0 ? 'no parameters' : `the parameters ${names.join(', ')}`}.`,
    )
  }
  for (const { warning } of odd) print(`It would be loaded, but ${warning}.`)
}

export async function agreePlugin(
  ledger: Pick<PluginLedger, 'agree'>,
  name: string,
  print: (text: string) => void,
): Promise<void> {
  const traits = await ledger.agree(name, 'command line')
  if (!traits) throw new StartRefused(`No plugin ${name} waits for an admin.`)
  print(`Agreed: ${name} is ${tellTraits(traits)}. It is loaded within some seconds.`)
}
