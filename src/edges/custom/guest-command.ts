/**
 * How a customer's plugin is started: with limits on memory and behind bubblewrap. Where the machine has none and people have
 * said that they want plugins all the same, behind Node's own permissions (it reads its folder and nothing else, writes
 * nothing and starts nothing) and under another user's name where we may give it one. Those are no fence: Node's permissions
 * know nothing of signals or the network.
 */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { canFence, fenced } from '../shell/sandbox.ts'

const GUEST = fileURLToPath(new URL('./guest.mjs', import.meta.url))
const HEAP_MEGABYTES = 256
/** Buffers lie outside the heap. Node reserves more than 500 MiB before it runs a line, so the limit is above that. */
const DATA_BYTES = 1536 * 1024 * 1024
/** Threads count too. Only where the sandbox has users of its own are these the guest's alone. */
const PROCESSES = 128
const PRLIMIT = '/usr/bin/prlimit'
const NODE_FLAGS = [
  '--disable-sigusr1',
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  '--disable-warning=ExperimentalWarning',
]
/** By convention the user that owns nothing. */
const NOBODY = { uid: 65_534, gid: 65_534 }

export const NO_FENCE =
  'there is no fence for it: bubblewrap is not installed or does not work here (docs/plugins.md); ALLOW_UNFENCED_PLUGINS=true loads it all the same'

type Account = { uid: number; gid: number }

export type GuestCommand = {
  isFenced: boolean
  /** Whose name it bears, where that is not our own. */
  account: Account | undefined
  /** `gate` is the folder of its way out. */
  argvFor(file: string, gate: string | undefined): string[]
}

export async function prepareGuestCommand(bubblewrap: string): Promise<GuestCommand> {
  const [isFenced, hasLimits] = await Promise.all([canFence(bubblewrap), isProgram(PRLIMIT)])
  const limits = [PRLIMIT, `--data=${DATA_BYTES}`, '--core=0', ...(isFenced ? [`--nproc=${PROCESSES}`] : [])]
  const start = [...(hasLimits ? limits : []), process.execPath, ...NODE_FLAGS]
  return {
    isFenced,
    account: isFenced ? undefined : await findAccount(),
    argvFor(file, gate) {
      const readable = [dirname(process.execPath), GUEST, dirname(file)]
      const fence = { kind: 'guest', readable, ...(gate === undefined ? {} : { gate }) } as const
      if (isFenced) return fenced([...start, GUEST], fence, bubblewrap)
      const permissions = [GUEST, dirname(file)].map((path) => `--allow-fs-read=${path}`)
      return [...start, '--permission', ...permissions, GUEST]
    },
  }
}

/** Only root may give a process to somebody else, and somebody else must be able to read what it needs. */
async function findAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const reads = ['--eval', 'require("node:fs").readFileSync(process.argv[1])', GUEST]
  return promisify(execFile)(process.execPath, reads, { ...NOBODY, cwd: '/', env: {} }).then(
    () => NOBODY,
    () => undefined,
  )
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
