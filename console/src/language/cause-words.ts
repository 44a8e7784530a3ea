/** A cause that incidents are found by, in words: the service names it by its kind, or by kind and thing. */
import { language } from './language.ts'

const chinese = language === 'zh' ? await import('./chinese/cause-texts.ts') : undefined

/** Most kinds read as words; these do not. */
const ENGLISH: Readonly<Record<string, string>> = {
  autoscaler_blind: 'Autoscaler without figures',
  cluster_dns: 'Cluster DNS fails',
  dns_upstream: 'DNS upstream fails',
  dns_replica_wedged: 'One DNS replica wedged',
  forgotten_cordon: 'Node left cordoned',
  growth: 'One writer fills the disk',
  horizon_held: 'Vacuum held back',
  limit_range: 'Outside its LimitRange',
  lock_root: 'Session blocks others',
  moved_tag: 'Image tag moved',
  network_policy: 'Blocked by a network policy',
  odd_sibling: 'One bad replica',
  pod_security: 'Refused by pod security',
  queue_behind: 'Queue lags behind',
  readiness_gate: 'Readiness gate not met',
  replay_behind_writer: 'Replay slower than the writer',
  set_held_back: 'Update held back',
  set_pod_left_behind: 'Pod left behind by an update',
  snapshot_held: 'Old snapshot held',
  spread_rules: 'Spread rules cannot be met',
  statement_of_release: 'Statement that came with a release',
  temporary_files: 'Temporary files fill the disk',
  unplaced: 'Pod cannot be placed',
  untolerated_taint: 'Node taint not tolerated',
  upkeep_load: 'Upkeep is the load',
  wal_writer: 'One statement writes most WAL',
  webhook_rewrites_pod: 'Webhook rewrites the pod',
  wraparound: 'Transaction id wraparound',
  written_since_siblings: 'Reads what changed since its siblings started',
}

/** `lock_root Session pid 4711` is `Session blocks others: Session pid 4711`. */
export function tellCause(value: string): string {
  const [kind = '', thing = '', ...name] = value.split(' ')
  const what = chinese?.causeTexts[kind] ?? ENGLISH[kind] ?? plainWords(kind)
  if (thing === '') return what
  const whom = [chinese?.thingTexts[thing] ?? thing, ...name].join(' ')
  return chinese ? `${what}：${whom}` : `${what}: ${whom}`
}

function plainWords(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
