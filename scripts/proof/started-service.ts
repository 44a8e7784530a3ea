import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Identity, livingOf, treeOf } from './process-tree.ts'

/** `id` is the user and group to become; without it, who runs us. */
export type Account = { name: string; id?: number }
export type Place = { clone: string; environment: NodeJS.ProcessEnv }

const END_SECONDS_MAX = 40
const OUTPUT_CHARACTERS_KEPT = 4_000

/** One `npm start`, from its first moment until nothing of it is left. */
export class StartedService {
  secondsToHealth = Number.NaN
  readonly #place: Place
  readonly #account: Account
  #npm: ChildProcess | undefined
  #port = 0
  #output = ''
  /** Everything that ran when it was healthy: boot, the service, the stores. */
  #tree: Identity[] = []

  constructor(account: Account, place: Place) {
    this.#account = account
    this.#place = place
  }

  async untilHealthy(secondsMax: number): Promise<void> {
    this.#port = await freePort()
    const startedAt = performance.now()
    const npm = this.#spawn()
    this.#npm = npm
    for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (data) => this.#keep(String(data)))
    while (!(await this.#isHealthy())) {
      if (hasEnded(npm)) throw new Error(`npm start ended before it was healthy. It said:\n${this.#output}`)
      if (performance.now() - startedAt > secondsMax * 1000)
        throw new Error(`npm start was not healthy within ${secondsMax} s. It said:\n${this.#output}`)
      await delay(50)
    }
    this.secondsToHealth = (performance.now() - startedAt) / 1000
    this.#tree = await treeOf(npm.pid ?? 0)
  }

  #spawn(): ChildProcess {
    const { id } = this.#account
    const as = id === undefined ? [] : ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--']
    const [command = 'npm', ...args] = [...as, 'npm', 'start']
    const env = { ...this.#place.environment, PORT: String(this.#port) }
    return spawn(command, args, { cwd: this.#place.clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  }

  #keep(text: string): void {
    this.#output = (this.#output + text).slice(-OUTPUT_CHARACTERS_KEPT)
  }

  async #isHealthy(): Promise<boolean> {
    // Until it listens, every attempt is refused.
    const answer = await fetch(`http://localhost:${this.#port}/healthz`).catch(() => undefined)
    return answer?.status === 200 && ((await answer.json()) as { status: string }).status === 'healthy'
  }

  async change(settings: Record<string, unknown>): Promise<void> {
    const answer = await fetch(`http://localhost:${this.#port}/api/config`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    })
    if (answer.status !== 200) throw new Error(`PUT /api/config answered ${answer.status}: ${await answer.text()}`)
  }

  /** What was stored before is still there. */
  async expectTimeout(seconds: number): Promise<void> {
    const answer = await fetch(`http://localhost:${this.#port}/api/config`)
    const { data } = (await answer.json()) as { data: { llm: { timeout: number } } }
    if (data.llm.timeout !== seconds)
      throw new Error(`LLM_TIMEOUT was lost: it is ${data.llm.timeout}, not ${seconds}.`)
    console.log('  ✓ what was stored at the first start is still there')
  }

  /** The console that was built on the way is served, under its policy and with its script. */
  async expectConsole(): Promise<void> {
    const address = `http://localhost:${this.#port}`
    const page = await fetch(address, { headers: { accept: 'text/html' } })
    const html = await page.text()
    const [, nonce = 'missing'] = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '') ?? []
    const [, script] = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(html) ?? []
    if (page.status !== 200 || !html.includes(nonce) || !script)
      throw new Error(`/ answered ${page.status} and no page of the console with a policy:\n${html.slice(0, 500)}`)
    const served = await fetch(address + script)
    const type = served.headers.get('content-type') ?? ''
    if (served.status !== 200 || !type.includes('javascript'))
      throw new Error(`The console's script ${script} was answered with ${served.status} ${type}.`)
    await served.arrayBuffer()
    console.log('  ✓ the console is served')
  }

  async end(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
    this.#npm?.kill(signal)
    await this.#untilGone(signal)
  }

  async killService(): Promise<void> {
    const note = await readFile(join(this.#place.clone, '.firebreak', 'running.json'), 'utf8')
    process.kill((JSON.parse(note) as { pid: number }).pid, 'SIGKILL')
    await this.#untilGone('kill -9 of the service')
  }

  async killNpm(): Promise<void> {
    this.#npm?.kill('SIGKILL')
    await this.#untilGone('kill -9 of npm')
  }

  async #untilGone(what: string): Promise<void> {
    const npm = this.#npm
    if (npm && !hasEnded(npm))
      await Promise.race([once(npm, 'exit'), delay(END_SECONDS_MAX * 1000, undefined, { ref: false })])
    const deadline = performance.now() + END_SECONDS_MAX * 1000
    for (let living = await livingOf(this.#tree); living.length > 0; living = await livingOf(this.#tree)) {
      if (performance.now() > deadline)
        throw new Error(`After ${what} these still ran:\n${living.map(({ command }) => command).join('\n')}`)
      await delay(100)
    }
    console.log(`  ✓ ${what}: nothing is left of its ${this.#tree.length} processes`)
  }

  /** For who gives up half-way: ends all of it at once. */
  async kill(): Promise<void> {
    if (this.#npm?.pid === undefined) return
    const tree = [...this.#tree, ...(await treeOf(this.#npm.pid))]
    for (const { pid } of await livingOf(tree)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself in the meantime.
      }
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
