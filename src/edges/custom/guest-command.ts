/**
 * How a customer's plugin is started: with limits on memory, behind bubblewrap where the machine has it, and otherwise behind
 * Node's own permissions, under which it reads its folder and nothing else, writes nothing and starts nothing.
 */
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canFence, fenced } from '../shell/sandbox.ts'

const GUEST = fileURLToPath(new URL('./guest.mjs', import.meta.url))
const HEAP_MEGABYTES = 256
/** Buffers lie outside the heap. Node reserves more than 500 MiB before it runs a line, so the limit is above that. */
const DATA_BYTES = 1536 * 1024 * 1024
/** Threads count too. Only where the sandbox has users of its own are these the guest's alone. */
const PROCESSES = 128
const PRLIMIT = '/usr/bin/prlimit'

export type GuestCommand = (file: string) => string[]

export async function prepareGuestCommand(bubblewrap: string): Promise<GuestCommand> {
  const [hasFence, hasLimits] = await Promise.all([canFence(bubblewrap), isProgram(PRLIMIT)])
  const limits = [PRLIMIT, `--data=${DATA_BYTES}`, '--core=0', ...(hasFence ? [`--nproc=${PROCESSES}`] : [])]
  const start = [...(hasLimits ? limits : []), process.execPath, ...NODE_FLAGS]
  return (file) => {
    const readable = [dirname(process.execPath), GUEST, dirname(file)]
    if (hasFence) return fenced([...start, GUEST], { kind: 'guest', readable }, bubblewrap)
    const permissions = [GUEST, dirname(file)].map((path) => `--allow-fs-read=${path}`)
    return [...start, '--permission', ...permissions, GUEST]
  }
}

const NODE_FLAGS = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--disable-warning=ExperimentalWarning']

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
