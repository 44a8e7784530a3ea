/** What an alert complains of, in its own words. It decides where to look and which findings can explain it; nothing is believed for it. */
import type { Subject } from '../../subject.ts'

const TOPICS = {
  connections: /connection|too many clients|max_?conn|\bpool(s|ed)?\b|\bbackends?\b/i,
  locks:
    /(?<!dead[\s-]?)\block(s|ed|ing)?\b|\bblock(ed|ing)\b|\bwaiting (sessions|queries|backends)|\bhang(s|ing)?\b|\bstuck\b/i,
  deadlocks: /dead[\s-]?locks?/i,
  slow: /\bslow|latenc|\bp9\d|\btime[ds]?[\s-]?outs?\b|response time|long[\s-]?running|duration|\bhang(s|ing)?\b|\bapdex\b/i,
  cpu: /\bcpu\b|\bload (average|high)|high load/i,
  disk: /\bdisk|storage|file ?system|out of space|\bspace\b|\bvolume|\btemp(orary)?[\s_](files?|bytes|space|tables?paces?)|pgsql_tmp|\bspill(s|ing|ed)?\b|\bfull\b/i,
  bloat: /bloat|dead[\s-]?(tuples?|rows?)|vacuum/i,
  wraparound:
    /wrap ?around|\bfreez|frozen ?xid|\bxid|\bxmin\b|transaction ids?\b|prepared[\s_](transactions?|xacts?)|two[\s-]phase|oldest snapshot/i,
  replication: /replica|standby|\blag(s|ging)?\b|stale|wal receiver/i,
  slots: /\bslots?\b|\bwal\b|pg_wal/i,
  archiving: /archiv|\bwal-?g\b|wal[\s-]push|pgbackrest|\bbarman\b/i,
  down: /\bdown\b|unreachable|not responding|connection refused|\bunavailable\b|\bcannot connect/i,
  restarted: /restart|crash|fail[\s-]?over|recover(y|ed)(?! conflict)|\bpostmaster\b/i,
  rollbacks: /roll[\s-]?backs?|rolled back|sqlstate|aborted transactions/i,
  idle: /idle[\s-]?(in)?[\s-]?transaction/i,
  writing: /checkpoint|\biops?\b|\bi\/o\b|\bio\b|write (load|latency)/i,
  errors:
    /\berrors?\b|recovery conflict|cancel(l?ed|ling)?\b.*quer|\b5xx\b|\bfail(s|ed|ing|ures?)?\b|\bslo\b|burn rate/i,
} as const

export type AlertTopic = keyof typeof TOPICS

export function readTopics(subject: Pick<Subject, 'alertName' | 'text' | 'labels'>): ReadonlySet<AlertTopic> {
  const words = [spellOut(subject.alertName), spellOut(subject.labels.alertname ?? ''), subject.text].join('\n')
  const ours = withoutForeignLag(words)
  return new Set((Object.keys(TOPICS) as AlertTopic[]).filter((topic) => TOPICS[topic].test(ours)))
}

/** Consumers, queues and event loops lag too, and no replica has to do with it. */
const OTHERS_THAT_LAG =
  /\b(consumers?|kafka|queues?|topics?|partitions?|offsets?|event[\s-]?loops?|schedulers?|ingest\w*|messages?|records|pipelines?|rabbit\w*|sqs|pub\/?sub|index(ing|er))\b/i
const REPLICAS = /replica|standby|\bwal\b|\bprimary\b|pg[\s_]?(basebackup|stat)/i

function withoutForeignLag(text: string): string {
  return OTHERS_THAT_LAG.test(text) && !REPLICAS.test(text) ? text.replace(/\blag\w*/gi, '') : text
}

/** PostgreSQLMaxConnectionsReached, pg_dead_tuples: words of their own. */
export function spellOut(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/_/g, ' ')
}

/** An alert about the age of a transaction or a statement, and not about how slow everybody is. */
const OF_AGE =
  /\blong[\s-]?(running|lasting|lived)?[\s-]?(transaction|quer|statement|session|xact|tx\b)|\b(old|oldest)\b.{0,20}\btransaction|idle[\s-]?(in)?[\s-]?transaction|max[\s_]tx[\s_]duration|transaction (age|duration)/i

export function isAboutAge({ alertName, labels, text }: Pick<Subject, 'alertName' | 'text' | 'labels'>): boolean {
  return OF_AGE.test([spellOut(alertName), spellOut(labels.alertname ?? ''), text].join('\n'))
}
