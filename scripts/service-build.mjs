import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { takeInstallLock } from './install-lock.mjs'
import { runProgram } from './program.mjs'
import { whileWorking } from './while-working.mjs'

const BUILDER = join('scripts', 'build-service.ts')
const OTHERS = ['package-lock.json', BUILDER, join('scripts', 'traces-of-sources.mjs')]

/**
 * The service in a few files instead of two thousand, from which it starts in a third of the time. One build for each
 * state of the sources, beside the packages; the name of its folder is that state.
 */
export const servicePlace = (root) => join(root, 'node_modules', '.cache', 'firebreak', 'service')

/** What starts the service: that of the build, where these very sources were built, or else their own. */
export function serviceMain(root) {
  const source = join(root, 'src', 'main.ts')
  if (!existsSync(servicePlace(root))) return source
  const built = builtMain(root, serviceStamp(root))
  if (!existsSync(built)) return source
  noteUse(dirname(built))
  return built
}

/** Where it cannot be built, be it because nothing may be written there, the service runs from its sources. */
export async function buildServiceWhereNeeded(root, node) {
  // An image has no builder, and a tree that somebody else owns is not ours to build in.
  if (!existsSync(join(root, 'node_modules', 'rolldown')) || !existsSync(join(root, BUILDER)) || !canWrite(root)) return
  if (serviceMain(root).endsWith('.js')) return
  const lock = await takeInstallLock(root)
  try {
    // Whoever held the lock before us may have built the same.
    if (serviceMain(root).endsWith('.js')) return
    const args = ['--disable-sigusr1', '--disable-warning=ExperimentalWarning', join(root, BUILDER)]
    await whileWorking('Building the service, once for these sources', () =>
      runProgram(node, args, { stdio: ['ignore', 2, 2], onStart: lock.shareWith }),
    )
  } finally {
    lock.release()
  }
}

/** Of everything the build reads; two builds of equal stamp are equal. */
export function serviceStamp(root) {
  const hash = createHash('sha256')
  const all = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  const files = all.filter((entry) => entry.isFile() && /(?<!\.test)\.(ts|mjs)$/.test(entry.name))
  const sources = files.map(({ parentPath, path, name }) => relative(root, join(parentPath ?? path, name))).sort()
  // What the files are found by is written into the build.
  hash.update(`${root}\n`)
  for (const path of [...sources, ...OTHERS]) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 32)
}

const builtMain = (root, stamp) => join(servicePlace(root), stamp, 'main.js')

function canWrite(root) {
  try {
    mkdirSync(servicePlace(root), { recursive: true })
    noteUse(servicePlace(root))
    return true
  } catch {
    return false
  }
}

/** So that the builder knows which are no longer used; where they are somebody else's, they are his to count. */
function noteUse(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {}
}
