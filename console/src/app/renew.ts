/** A page that was open while the service became a newer one asks for parts that are no longer there: it begins anew. */
const RENEWED_AT = 'firebreak-renewed-at'
/** Parts that are missing again at once are missing for another reason, which the page then tells. */
const AGAIN_AFTER_MS = 60_000

export function renewWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RENEWED_AT) ?? 0)
    if (Date.now() - last < AGAIN_AFTER_MS) return
    sessionStorage.setItem(RENEWED_AT, String(Date.now()))
    event.preventDefault()
    window.location.reload()
  })
}
