/** What the watch measures: one figure of one target at one moment. */
export type WatchKind = 'database' | 'key_value' | 'cloud'

export type Reading = {
  kind: WatchKind
  /** As people named it; it carries no address and no credentials. */
  target: string
  check: string
  /** In the check's unit; the higher, the worse. Of a counter, all it has counted so far. */
  value: number
  /** What was seen, in a sentence for whoever reads the alert. */
  seen: string
  /** What the alert says beside the target's own labels, so that diagnosis knows where to look. */
  labels?: Readonly<Record<string, string>>
}

export type WatchedCheck = Pick<Reading, 'kind' | 'target' | 'check'>

/** By what a finding is known again, on every instance and after every restart. It names no moment and no value. */
export function fingerprintOf({ kind, target, check }: WatchedCheck): string {
  return `monitor:${kind}:${target}:${check}`
}
