/** `firebreak plugins new`: a plugin that loads and runs as it is, and the test that says so. */
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameProblem, spokenName } from '../../plugins/plugin-name.ts'
import { StartRefused } from '../../problem.ts'

export const PLUGIN_CATEGORIES = ['diagnostic', 'remediation'] as const
export type PluginCategory = (typeof PLUGIN_CATEGORIES)[number]

const TEMPLATES = join(import.meta.dirname, 'plugin-template')
const TEMPLATE_NAME = 'custom.template'
/** By custom the names of your own begin so, and no built-in's ever will. */
const PREFIX = 'custom.'

type Wanted = { folder: string; name: string; category: PluginCategory }

export async function newPlugin(
  { folder, name: given, category }: Wanted,
  print: (text: string) => void,
): Promise<void> {
  const name = given.startsWith(PREFIX) ? given : `${PREFIX}${given}`
  const problem = nameProblem(name)
  if (problem !== undefined) throw new StartRefused(`${given} cannot be a plugin: ${problem}.`)
  const alike = await lookAlike(folder, name)
  if (alike !== undefined)
    throw new StartRefused(
      `${name} cannot be told from ${join(folder, alike)}, which is there already; choose another name.`,
    )
  const [plugin, itsTest] = [join(folder, `${name}.mjs`), join(folder, `${name}.test.mjs`)]
  await makeFolder(folder)
  await writeNew(plugin, await templateFor(name, `${category}.mjs`))
  await writeNew(itsTest, await templateFor(name, 'its-test.mjs'))
  print(`Wrote ${plugin} and its test.`)
  print(`It loads as it is. Try: firebreak plugins check ${plugin}`)
  print(`and its test:           node --test ${itsTest}`)
}

/** A plugin of the folder whose name people would take for this one. */
async function lookAlike(folder: string, name: string): Promise<string | undefined> {
  const files = await readdir(folder).catch(() => [])
  const nameOf = (file: string) => file.replace(/(\.test)?\.[cm]?[jt]s$/, '')
  return files.find((file) => nameOf(file) !== name && spokenName(nameOf(file)) === spokenName(name))
}

async function templateFor(name: string, file: string): Promise<string> {
  return (await readFile(join(TEMPLATES, file), 'utf8')).replaceAll(TEMPLATE_NAME, name)
}

/** What a group may write to is not loaded, whatever the mask of this terminal says. */
async function makeFolder(folder: string): Promise<void> {
  try {
    if ((await mkdir(folder, { recursive: true })) !== undefined) await chmod(folder, 0o755)
  } catch (error) {
    throw new StartRefused(`${folder} cannot be made: ${(error as Error).message}.`)
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' })
    await chmod(path, 0o644)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartRefused(
      code === 'EEXIST' ? `${path} is there already and stays as it is.` : `${path} cannot be written: ${message}.`,
    )
  }
}
