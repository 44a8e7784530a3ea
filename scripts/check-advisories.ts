/**
 * What `npm run advisories` runs: compares every package of the lock file with the advisories this project knows of, without a
 * network. `-- --refresh` asks the registry for those that concern our packages and writes them down; `-- --signatures` lets
 * npm prove where the installed packages come from.
 */
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { askForAdvisories, hasSigningKeys } from './advisories/ask-registry.ts'
import { type Advisory, addNew, concerned, packagesOf } from './advisories/concerned.ts'

const ROOT = join(import.meta.dirname, '..')
const LIST = join(ROOT, 'scripts', 'advisories', 'list.json')

try {
  process.exitCode = process.argv.includes('--signatures') ? await checkSignatures() : await checkAdvisories()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function checkAdvisories(): Promise<number> {
  const installed = packagesOf(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')))
  if (process.argv.includes('--refresh')) {
    const reported = await askForAdvisories(await registryInUse(), installed)
    const asOf = new Date().toISOString().slice(0, 10)
    await writeFile(
      LIST,
      `${JSON.stringify({ asOf, advisories: addNew((await readList()).advisories, reported) }, null, 2)}\n`,
    )
  }
  const { asOf, advisories } = await readList()
  const found = concerned(installed, advisories)
  for (const { name, version, advisory } of found)
    console.error(`${name} ${version} is concerned by ${advisory.id} (${advisory.severity}): ${advisory.title}`)
  if (found.length === 0) console.log(`No package is concerned by an advisory known on ${asOf} (${advisories.length}).`)
  return found.length === 0 ? 0 : 1
}

async function readList(): Promise<{ asOf: string; advisories: Advisory[] }> {
  return JSON.parse(await readFile(LIST, 'utf8'))
}

/** As npm itself would choose it, from its files and the environment. */
async function registryInUse(): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry', '--workspaces=false'], {
    cwd: ROOT,
  })
  return `${stdout.trim().replace(/\/$/, '')}/`
}

async function checkSignatures(): Promise<number> {
  const hasKeys = await hasSigningKeys(await registryInUse()).catch(() => false)
  if (hasKeys) return spawnSync('npm', ['audit', 'signatures'], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
  console.log(
    'Skipped: the registry in use serves no signing keys, so where the packages come from cannot be proven here.',
  )
  return 0
}
