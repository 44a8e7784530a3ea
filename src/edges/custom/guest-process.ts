/**
 * Runs a customer's plugin: a fresh process for each call, with no environment but CUSTOM_* variables, limits on time and
 * output, and bubblewrap around it where the machine has it. It keeps the network; it sees neither our environment nor our files.
 */
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CustomPluginHost, CustomPluginManifest } from '../../plugins/custom-plugin-host.ts'
import type { PluginResult } from '../../plugins/plugin.ts'
import { canFence, fenced } from '../shell/sandbox.ts'

const GUEST = fileURLToPath(new URL('./guest.mjs', import.meta.url))
const ANSWER_BYTES_MAX = 1024 * 1024
const DESCRIBE_SECONDS = 10
const MEMORY_MEGABYTES = 256

type Answer = { manifest?: Omit<CustomPluginManifest, 'file'>; result?: unknown; error?: string }
type Limits = { timeoutSeconds: number; signal: AbortSignal }

export function createCustomPluginHost({
  environment,
}: {
  environment: Readonly<Record<string, string | undefined>>
}): CustomPluginHost {
  const scrubbed = Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('CUSTOM_')))
  let fence: Promise<boolean> | undefined
  const call = async (file: string, request: object, limits: Limits) => {
    fence ??= canFence()
    return callGuest(await commandFor(file, fence), { file, ...request }, scrubbed, limits)
  }
  return {
    async describe(file) {
      const limits = { timeoutSeconds: DESCRIBE_SECONDS, signal: new AbortController().signal }
      const { manifest, error } = await call(file, {}, limits)
      if (!manifest) throw new Error(error ?? 'it says nothing of itself')
      return { file, ...manifest }
    },
    async run(file, parameters, limits) {
      const { result, error } = await call(file, { parameters }, limits)
      return error === undefined ? readResult(result) : { success: false, error }
    },
  }
}

async function commandFor(file: string, fence: Promise<boolean>): Promise<string[]> {
  const argv = [
    process.execPath,
    `--max-old-space-size=${MEMORY_MEGABYTES}`,
    '--disable-warning=ExperimentalWarning',
    GUEST,
  ]
  const readable = [dirname(process.execPath), GUEST, dirname(file)]
  return (await fence) ? fenced(argv, { kind: 'guest', readable }) : argv
}

async function callGuest(
  [program = '', ...rest]: string[],
  request: object,
  environment: Record<string, string | undefined>,
  { timeoutSeconds, signal }: Limits,
): Promise<Answer> {
  const child = spawn(program, rest, {
    env: { PATH: '/usr/bin:/bin', ...environment },
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  const end = (why: string) => {
    reason ??= why
    killGroup(child.pid)
  }
  let reason: string | undefined
  const timer = setTimeout(() => end(`it took longer than ${timeoutSeconds} seconds`), timeoutSeconds * 1000)
  const onAbort = () => end('the call was cancelled')
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    // A guest that ends before it read its question has its own error; this one would only hide it.
    child.stdin?.on('error', () => {}).end(JSON.stringify(request))
    const text = await readChannel(child.stdio[3] as NodeJS.ReadableStream, () =>
      end('its answer is larger than 1 MiB'),
    )
    return readAnswer(text, reason)
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

async function readChannel(channel: NodeJS.ReadableStream, onTooMuch: () => void): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) {
      onTooMuch()
      break
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readAnswer(text: string, reason: string | undefined): Answer {
  if (reason) return { error: reason }
  try {
    return JSON.parse(text) as Answer
  } catch {
    return { error: 'its process ended without an answer' }
  }
}

/** Whatever comes from outside is read into our own shape; what does not fit is data. */
function readResult(result: unknown): PluginResult {
  if (typeof result !== 'object' || result === null) return { success: true, data: result }
  const { success, data, message, error, ...rest } = result as Record<string, unknown>
  return {
    success: success === undefined ? error === undefined : success === true,
    data: data ?? (Object.keys(rest).length > 0 ? rest : null),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  }
}
