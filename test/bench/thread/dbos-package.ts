/** DBOS, fetched when the bench is run and into a folder of its own: the product does without it. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const DBOS_VERSION = '5.3.0'

/** MIT, and without scripts of its own; none would be run. Answers the folder it is in. */
export async function fetchDbos(folder: string): Promise<string> {
  const place = join(folder, 'dbos')
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'package.json'), JSON.stringify({ private: true }))
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `@dbos-inc/dbos-sdk@${DBOS_VERSION}`]
  await promisify(execFile)('npm', args, { cwd: place })
  return place
}
