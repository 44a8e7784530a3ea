/** The thread that works: it diagnoses, carries out, answers and sweeps, and leaves the one that serves alone. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openGround } from './edges/open-ground.ts'
import { openWork } from './edges/open-work.ts'
import { openDatabase } from './edges/store/database.ts'
import { createSecretBox } from './edges/store/secret-box.ts'
import { watchStore } from './edges/store/store-watch.ts'
import { whenReachable } from './edges/store/when-reachable.ts'
import { QUIET_LOG } from './edges/telemetry/log.ts'
import { openTraces } from './edges/telemetry/open-traces.ts'
import { createThreadLog } from './edges/work-thread/thread-log.ts'
import { createThreadSignals } from './edges/work-thread/thread-signals.ts'
import type { Beginning, Say, ToWork } from './edges/work-thread/thread-words.ts'
import { requireStores } from './guidance/settings/environment.ts'
import { resolveSettings } from './guidance/settings/resolve-settings.ts'

/** A bounded share of the store's connections and of the processor: whoever sends an alert, or looks at a page, comes first. */
const CONNECTIONS_MAX = 8
/** About half of what the thread that serves gets where both want all of it. */
const NICENESS = 3
const TELL_CONNECTIONS_MS = 1_000

if (parentPort) await work(workerData as Beginning, parentPort)

async function work(beginning: Beginning, parent: NonNullable<typeof parentPort>): Promise<void> {
  const { environment, instanceId, predecessor } = beginning
  const say: Say = (word) => parent.postMessage(word)
  const log = createThreadLog(say, resolveSettings(environment, new Map()).values.LOG_LEVEL)
  const closing: (() => Promise<void> | void)[] = []
  const stopping = new AbortController()
  const traces = await openTraces(environment, log)
  closing.push(() => traces.close())
  const secretKey = environment.FIREBREAK_SECRET_KEY || undefined
  const { databaseUrl: url } = requireStores(environment)
  const database = openDatabase({ url, log, secretKey, max: CONNECTIONS_MAX })
  closing.push(() => database.close())
  const storeWatch = watchStore(database, QUIET_LOG)
  closing.push(() => storeWatch.stop())
  const signals = createThreadSignals(say)
  const metrics = {
    countModelTurn: (turn: Extract<Parameters<Say>[0], { kind: 'turn' }>['turn']) => say({ kind: 'turn', turn }),
    countRefusal: (reason: string) => say({ kind: 'refusal', reason }),
    countRecovery: (run: string) => say({ kind: 'recovery', run }),
  }
  const ground = openGround({
    ...{ environment, database, storeWatch, signals, traces, metrics, log, closing },
    secretBox: secretKey ? createSecretBox(secretKey) : undefined,
    port: () => beginning.port,
    onCommit: () => {
      signals.publish('events')
      toDo.nudge()
    },
    second: {
      learner: {
        learn: ({ LLM_PROVIDER, LLM_BASE_URL, LLM_API_KEY, LLM_MODEL }, hasAnswered) =>
          say({ kind: 'model', place: { LLM_PROVIDER, LLM_BASE_URL, LLM_API_KEY, LLM_MODEL }, hasAnswered }),
      },
    },
  })
  const { hands, quiet, clock } = ground
  const toDo = openWork({
    ...{ ...ground, instanceId, predecessor, environment, database, signals, metrics, traces, log },
    sweeps: quiet.sweeps,
  })
  closing.push(() => toDo.stop())
  const heard = {
    nudge: () => toDo.nudge(),
    plugins: () => void hands.customPlugins.reload(),
    stop: () => stopping.abort(),
  }
  parent.on('message', (word: ToWork) => (word.kind === 'hint' ? signals.hear(word.topic) : heard[word.kind]()))

  const patiently = <Result>(asked: () => Promise<Result>) =>
    whenReachable({ work: asked, log, signal: stopping.signal })
  try {
    await patiently(() => ground.settings.current())
    await storeWatch.look()
    closing.push(await patiently(() => clock.keep()))
    await hands.customPlugins.start()
    await hands.warm()
    await patiently(() => toDo.start())
    const telling = setInterval(
      () => say({ kind: 'connections', connections: database.connections() }),
      TELL_CONNECTIONS_MS,
    )
    closing.push(() => clearInterval(telling))
    say({ kind: 'ready' })
    // Not before: whoever waits for it to begin should not wait long.
    yieldToOthers()
  } catch (error) {
    if (!stopping.signal.aborted) throw error
  }
  if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve))
  for (const close of closing.reverse()) await close()
  process.exit()
}

/** On Linux this is for the thread alone; where it is not permitted, it works all the same. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(NICENESS)
  } catch {
    // A container may forbid it.
  }
}
