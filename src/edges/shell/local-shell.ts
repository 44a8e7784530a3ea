/** Programs on this machine: argv only, a scrubbed environment, limits on time and output, and a fence where there is one. */
import { realpath } from 'node:fs/promises'
import { isAbsolute, sep } from 'node:path'
import type { Shell, ShellRequest } from '../../ports/shell.ts'
import { identifyProgram, refuseExchanged, refuseMissing } from './program-identity.ts'
import { runProgram } from './run-program.ts'
import { BUBBLEWRAP, canFence, type Fence, fenced } from './sandbox.ts'
import { limitTime } from './time-limit.ts'

/** What the kernel shows there is no file anybody wrote: our own environment is among it. Never open, whatever was opened. */
const KERNEL_VIEWS = ['/proc', '/sys', '/dev']

type Given = {
  readablePaths: readonly string[]
  /** Where the sandbox program is, for a test that needs a machine without one. */
  bubblewrap?: string
}

export function createLocalShell({ readablePaths, bubblewrap = BUBBLEWRAP }: Given): Shell {
  let fence: Promise<boolean> | undefined
  const isSandboxed = () => {
    fence ??= canFence(bubblewrap)
    return fence
  }
  return {
    isSandboxed,
    isInstalled,
    readablePaths: () => readablePaths,
    readablePath: (path) => findReadable(path, readablePaths),
    identify: identifyProgram,
    async run(request) {
      await refuseMissing(request.argv[0] ?? '')
      if (request.fence === 'free') return runFree(request)
      if (!(await isSandboxed())) return runProgram(request.argv, request)
      return runProgram(fenced(request.argv, await fenceOf(request, readablePaths), bubblewrap), request)
    },
  }
}

async function runFree(request: ShellRequest) {
  const argv = await limitTime(request.argv, request.timeoutSeconds)
  await refuseExchanged(request)
  return runProgram(argv, request)
}

function isInstalled(program: string): Promise<boolean> {
  return refuseMissing(program).then(
    () => true,
    () => false,
  )
}

async function fenceOf({ fence }: ShellRequest, roots: readonly string[]): Promise<Fence> {
  if (fence === 'files') return { kind: 'files', readable: await realRoots(roots) }
  return { kind: fence === 'mounts' ? 'mounts' : 'host' }
}

/** Links are followed first: what counts is where a path really leads. */
async function findReadable(path: string, roots: readonly string[]): Promise<string | undefined> {
  if (!isAbsolute(path)) return undefined
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined || KERNEL_VIEWS.some((view) => isInside(real, view))) return undefined
  return (await realRoots(roots)).some((root) => isInside(real, root)) ? real : undefined
}

async function realRoots(roots: readonly string[]): Promise<string[]> {
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)))
  return real.filter((root) => root !== undefined)
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}
