/**
 * Runs a customer's plugin: a fresh process for each call, with no environment but CUSTOM_* variables, limits on time, memory
 * and output, and a fence around it. It sees neither our environment nor our files, and of the network only the hosts it
 * named when it was loaded.
 */
import { spawn } from 'node:child_process'
import type { CustomPluginHost } from '../../plugins/custom-plugin-host.ts'
import { type Deadline, refuseLate } from '../../ports/deadline.ts'
import { BUBBLEWRAP } from '../shell/sandbox.ts'
import { limitTime } from '../shell/time-limit.ts'
import { type GuestAnswer, readAnswer, readResult } from './guest-answer.ts'
import { type GuestCommand, NO_FENCE, prepareGuestCommand } from './guest-command.ts'
import { openGate } from './guest-gate.ts'

const ANSWER_BYTES_MAX = 1024 * 1024
const DESCRIBE_SECONDS = 10
const LINE_END = 0x0a

type Given = {
  environment: Readonly<Record<string, string | undefined>>
  /** People have said so: then a machine without a fence runs plugins as well as it can. */
  mayGoUnfenced: boolean
  /** Our own port while the API asks for no key: whoever reaches it then is its admin. */
  openPort?: () => Promise<number | undefined>
  /** Where the sandbox program is, for a test that needs a machine without one. */
  bubblewrap?: string
}
type Limits = { timeoutSeconds: number; signal: AbortSignal; before?: Deadline }

const WOULD_BE_ADMIN =
  'no key exists, so whoever reaches this service is its admin, and it could; set API_KEY or issue a key'

export function createCustomPluginHost(given: Given): CustomPluginHost {
  const { environment, mayGoUnfenced, openPort, bubblewrap = BUBBLEWRAP } = given
  const scrubbed = Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('CUSTOM_')))
  let prepared: Promise<GuestCommand> | undefined
  const call = async (file: string, request: object, limits: Limits, hosts: readonly string[] = []) => {
    prepared ??= prepareGuestCommand(bubblewrap)
    const { isFenced, account, argvFor } = await prepared
    if (!isFenced && !mayGoUnfenced) return { error: NO_FENCE }
    const open = await openPort?.()
    if (open !== undefined && (!isFenced || hosts.some((host) => host.endsWith(`:${open}`))))
      return { error: WOULD_BE_ADMIN }
    const gate = isFenced && hosts.length > 0 ? await openGate(hosts) : undefined
    const question = { file, ...request, ...(gate ? { hosts } : {}) }
    try {
      const argv = await limitTime(argvFor(file, gate?.folder), limits.timeoutSeconds)
      return await callGuest(argv, question, { environment: scrubbed, account }, limits)
    } finally {
      await gate?.close()
    }
  }
  return {
    async describe(file, signal) {
      const { manifest, error }: GuestAnswer = await call(file, {}, { timeoutSeconds: DESCRIBE_SECONDS, signal })
      if (!manifest) throw new Error(error ?? 'it says nothing of itself')
      // The file last: what a plugin says of itself must not lead us to another file.
      return { ...manifest, file }
    },
    async run(file, parameters, limits) {
      const { result, error }: GuestAnswer = await call(file, { parameters }, limits, limits.hosts)
      return error === undefined ? readResult(result) : { success: false, error }
    },
  }
}

async function callGuest(
  [program = '', ...rest]: readonly string[],
  request: object,
  { environment, account }: { environment: Record<string, string | undefined>; account: GuestCommand['account'] },
  { timeoutSeconds, signal, before }: Limits,
): Promise<GuestAnswer> {
  if (signal.aborted) return { error: 'the call was cancelled' }
  refuseLate(before)
  const child = spawn(program, rest, {
    env: { PATH: '/usr/bin:/bin', ...environment },
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  let reason: string | undefined
  const end = (why: string) => {
    reason ??= why
    killGroup(child.pid)
  }
  // Its channel ends with it, or never began; what there is to say is said when the channel is read.
  child.on('error', (error) => end(error.message))
  const timer = setTimeout(() => end(`it took longer than ${timeoutSeconds} seconds`), timeoutSeconds * 1000)
  const onAbort = () => end('the call was cancelled')
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    // A guest that ends before it read its question has its own error; this one would only hide it.
    child.stdin?.on('error', () => {}).end(JSON.stringify(request))
    const line = await readLine(child.stdio[3] as NodeJS.ReadableStream, () => end('its answer is larger than 1 MiB'))
    return reason === undefined ? readAnswer(line) : { error: reason }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    killGroup(child.pid)
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already, which is what was wanted.
  }
}

/** One line is the answer: a guest that goes on afterwards is not waited for. */
async function readLine(channel: NodeJS.ReadableStream, onTooMuch: () => void): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    const end = chunk.indexOf(LINE_END)
    const wanted = end < 0 ? chunk : chunk.subarray(0, end)
    bytes += wanted.length
    if (bytes > ANSWER_BYTES_MAX) {
      onTooMuch()
      break
    }
    chunks.push(wanted)
    if (end >= 0) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
