import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsoleWhereNeeded } from './console-build.mjs'
import { installWhereNeeded } from './install.mjs'
import { runProgram } from './program.mjs'
import { buildServiceWhereNeeded, serviceMain } from './service-build.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const SERVICE = 'src/main.ts'

const NODE_FLAGS = [
  // Else whoever may signal this process opens its inspector, and through it reads every key it holds.
  '--disable-sigusr1',
  // The user's own Node may still call type stripping experimental; it is what we run on.
  '--disable-warning=ExperimentalWarning',
  // By default garbage of a storm is left to grow to several times what lives, and never given back (`npm run bench -- storm`).
  '--max-semi-space-size=16',
  '--heap-growing-percent=50',
]

/** Runs a script of this project, given with its arguments, and then ends as it ended. */
export async function runScript([script, ...args], { needsConsole = false, needsService = false } = {}) {
  // This process has the same environment, and runs on whatever Node the user has: one that may not know the flag.
  process.on('SIGUSR1', () => {})
  const installed = await installWhereNeeded(root)
  if (!succeeded(installed)) return endLike(installed)
  const node = chooseNode()
  if (node === undefined) return endLike({ code: 1, signal: null })
  if (needsConsole) {
    const built = await buildConsoleWhereNeeded(root, node)
    if (!succeeded(built)) return endLike(built)
  }
  if (needsService) await buildServiceWhereNeeded(root, node)
  // What was compiled once is not compiled again: a start takes a third of the time. Where nothing can be written, it is as without.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.compiled')
  endLike(await runProgram(node, [...NODE_FLAGS, script === SERVICE ? serviceMain(root) : join(root, script), ...args]))
}

/** The Node that came with the packages; on platforms that have none, the user's own if it runs TypeScript. */
function chooseNode() {
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(packaged)) return packaged
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 19)) return process.execPath
  console.error(`Firebreak needs Node 22.19 or newer on this platform, and this is Node ${process.versions.node}.`)
  return undefined
}

function succeeded({ code, signal }) {
  return code === 0 && signal === null
}

/** Ends this process by the same exit code or the same signal, so that npm and the shell learn what happened. */
function endLike({ code, signal }) {
  if (signal === null) process.exitCode = code
  else {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  }
}
