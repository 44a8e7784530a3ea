import { spawn } from 'node:child_process'

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP']
const SAME_KEYSTROKE_MS = 500
const PARENT_CHECK_MS = 500

/**
 * Runs a program and tells how it ended. Signals are passed on. The program has a process group of its own: Ctrl-C in a
 * terminal reaches the whole group, so it would hear of it from the terminal and from us.
 * The channel between us closes when we are killed; `src/edges/embedded/parent-watch.ts` is its other end.
 */
export function runProgram(command, args, { stdio = ['inherit', 'inherit', 'inherit', 'ipc'], onStart } = {}) {
  const child = spawn(command, args, { detached: true, stdio })
  if (child.pid !== undefined) onStart?.(child.pid)
  const stopPassingOn = passOnSignals(child)
  const stopWatching = watchParent(child)
  return new Promise((resolve) => {
    const end = (code, signal) => {
      stopPassingOn()
      stopWatching()
      resolve({ code, signal })
    }
    child.once('exit', end)
    child.once('error', (error) => {
      if (child.pid !== undefined) return // Only a signal that came too late.
      console.error(`Could not run ${command}: ${error.message}`)
      end(127, null)
    })
  })
}

/** npm passes Ctrl-C on to us although the terminal already told us: two of the same at once are one. */
function passOnSignals(child) {
  const last = new Map()
  const passOn = (signal) => {
    const isRepeated = performance.now() - (last.get(signal) ?? Number.NEGATIVE_INFINITY) < SAME_KEYSTROKE_MS
    if (isRepeated) return
    last.set(signal, performance.now())
    child.kill(signal)
  }
  for (const signal of PASSED_ON) process.on(signal, passOn)
  return () => {
    for (const signal of PASSED_ON) process.off(signal, passOn)
  }
}

/** An npm that was killed passes nothing on. Only under npm: elsewhere a parent may leave us running on purpose. */
function watchParent(child) {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
  return () => clearInterval(timer)
}
