/**
 * A part of the console that is loaded when it is first needed. Where it does not come, the service is away or has become a
 * newer one: the page waits until it answers, and begins anew.
 */
const RENEWED_AT = 'firebreak-renewed-at'
/** Parts that are missing again at once are missing for another reason, which the page then tells. */
const AGAIN_AFTER_MS = 60_000
const ASKED_EVERY_MS = 2_000

export function part<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch(async (error: unknown) => {
      await untilAnswered()
      if (!mayBeginAnew()) throw error
      window.location.reload()
      return new Promise<never>(() => {})
    })
}

/** Whatever it says: a page that began anew before that would be the browser's own, which says nothing of ours. */
async function untilAnswered(): Promise<void> {
  while (!(await fetch('/healthz').then(Boolean, () => false)))
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS))
}

function mayBeginAnew(): boolean {
  const last = Number(sessionStorage.getItem(RENEWED_AT) ?? 0)
  if (Date.now() - last < AGAIN_AFTER_MS) return false
  sessionStorage.setItem(RENEWED_AT, String(Date.now()))
  return true
}
