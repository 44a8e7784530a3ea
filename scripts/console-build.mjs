import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { takeInstallLock } from './install-lock.mjs'
import { runProgram } from './program.mjs'
import { whileWorking } from './while-working.mjs'

const DONE = { code: 0, signal: null }
const BUILDER = join('scripts', 'build-console.ts')

/** Builds the console unless the very one of these sources is there, and tells how that ended. */
export async function buildConsoleWhereNeeded(root, node) {
  // A tree without its sources, as in an image, brings the built one along.
  if (!existsSync(join(root, 'console', 'src')) || isBuilt(root)) return DONE
  const lock = await takeInstallLock(root)
  try {
    // Whoever held the lock before us may have built the same.
    if (isBuilt(root)) return DONE
    const args = ['--disable-sigusr1', '--disable-warning=ExperimentalWarning', join(root, BUILDER)]
    return await whileWorking('Building the console, once for these sources', () =>
      runProgram(node, args, { stdio: ['ignore', 2, 2], onStart: lock.shareWith }),
    )
  } finally {
    lock.release()
  }
}

/** Of everything the build reads; two builds of equal stamp are equal. */
export function consoleStamp(root) {
  const others = ['console/index.html', 'console/package.json', 'console/vite.config.ts', 'package-lock.json']
  const hash = createHash('sha256')
  // The documents are part of the console: its help.
  for (const folder of ['docs', 'docs/chinese'].filter((one) => existsSync(join(root, one)))) {
    const documents = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
    others.push(...documents.sort().map((name) => `${folder}/${name}`))
  }
  // What the service writes is told in the reader's language, by words that stand with the service.
  const folders = ['console/src', 'console/public', 'src/words'].filter((folder) => existsSync(join(root, folder)))
  for (const path of [...folders.flatMap((folder) => filesIn(root, folder)), ...others])
    hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return `${hash.digest('hex')}\n`
}

function filesIn(root, folder) {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, path, name }) => relative(root, join(parentPath ?? path, name))).sort()
}

function isBuilt(root) {
  try {
    return readFileSync(join(root, 'console', 'dist', 'stamp'), 'utf8') === consoleStamp(root)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}
