/**
 * What `npm run advisories` runs: compares every package of the lock file with the advisories this project knows of, without a
 * network. `npm run advisories -- --refresh` asks npm for those that concern our packages and writes them down.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Advisory, concerned, packagesOf } from './advisories/concerned.ts'

const ROOT = join(import.meta.dirname, '..')
const LIST = join(ROOT, 'scripts', 'advisories', 'list.json')

if (process.argv.includes('--refresh')) await refresh()
process.exitCode = await check()

async function check(): Promise<number> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  const { asOf, advisories } = JSON.parse(await readFile(LIST, 'utf8')) as { asOf: string; advisories: Advisory[] }
  const found = concerned(packagesOf(lock), advisories)
  for (const { name, version, advisory } of found)
    console.error(`${name} ${version} is concerned by ${advisory.id} (${advisory.severity}): ${advisory.title}`)
  if (found.length === 0) console.log(`No package is concerned by an advisory known on ${asOf} (${advisories.length}).`)
  return found.length === 0 ? 0 : 1
}

type Reported = {
  via: (string | { source: number; title: string; severity: string; range: string; name: string; url: string })[]
}

/** npm audit ends with 1 where it found something, and says what all the same. */
async function refresh(): Promise<void> {
  const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }
  const asking = promisify(execFile)('npm', ['audit', '--json', '--package-lock-only'], options)
  const { stdout } = await asking.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  const report = JSON.parse(stdout) as { vulnerabilities?: Record<string, Reported>; message?: string }
  if (!report.vulnerabilities) throw new Error(`npm could not be asked: ${report.message ?? 'no answer'}`)
  const before = (JSON.parse(await readFile(LIST, 'utf8')) as { advisories: Advisory[] }).advisories
  const told = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .flatMap((one) => (typeof one === 'string' ? [] : [one]))
    .map(({ name, range, severity, title, url }) => ({
      id: url.split('/').at(-1) ?? url,
      name,
      range,
      severity,
      title,
    }))
  const advisories = [...new Map([...before, ...told].map((one) => [`${one.id} ${one.name}`, one])).values()]
  await writeFile(LIST, `${JSON.stringify({ asOf: new Date().toISOString().slice(0, 10), advisories }, null, 2)}\n`)
}
