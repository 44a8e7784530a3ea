const TELL_EVERY_MS = 10_000

/** Says what is done, that it goes on and how far it has come, and how long it took. Standard output belongs to the task that follows. */
export async function whileWorking(what, work, { progress = () => '', everyMs = TELL_EVERY_MS } = {}) {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  console.error(`${what} …`)
  const timer = setInterval(() => console.error(`  still at it after ${seconds()} s${progress()}`), everyMs)
  try {
    const end = await work()
    if (end.code === 0) console.error(`  done in ${seconds()} s`)
    return end
  } finally {
    clearInterval(timer)
  }
}
