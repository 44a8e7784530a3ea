/**
 * Calls back when the process that started us is gone, even by kill -9. `scripts/boot.mjs` keeps a channel to its child
 * that the kernel closes with it. Started by anything else there is no channel and nothing to watch.
 * Watching keeps no process alive.
 */
export function whenParentGone(callback: () => void): void {
  if (!process.connected) return
  process.once('disconnect', callback)
  process.channel?.unref()
}
