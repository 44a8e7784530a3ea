/** What an alert complains of, in its own words. It decides where to look and which findings can explain it; nothing is believed for it. */
import type { Subject } from '../../subject.ts'

const TOPICS = {
  connections: /connection|too many clients|max_?conn|\bpool(s|ed)?\b|\bbackends?\b|连接/i,
  locks:
    /(?<!dead[\s-]?)\block(s|ed|ing)?\b|\bblock(ed|ing)\b|\bwaiting (sessions|queries|backends)|\bhang(s|ing)?\b|\bstuck\b|(?<!死)锁|阻塞|卡住|卡死|夯住/i,
  deadlocks: /dead[\s-]?locks?|死锁/i,
  slow: /\bslow|latenc|\bp9\d|\btime[ds]?[\s-]?outs?\b|response time|long[\s-]?running|duration|\bhang(s|ing)?\b|\bapdex\b|慢|(?<!主从|主备|复制|同步|从库|备库|副本|消费|消息|队列)延[迟时]|超时|响应时间|耗时|长事务|长时间运行/i,
  cpu: /\bcpu\b|\bload (average|high)|high load|处理器|负载/i,
  disk: /\bdisk|storage|file ?system|out of space|\bspace\b|\bvolume|\btemp(orary)?[\s_](files?|bytes|space|tables?paces?)|pgsql_tmp|\bspill(s|ing|ed)?\b|\bfull\b|磁盘|硬盘|存储|(?<!命名)空间|文件系统|临时文件|写满/i,
  memory: /\bmemory\b|\boom\b|\bswap(ping)?\b|内存/i,
  bloat: /bloat|dead[\s-]?(tuples?|rows?)|vacuum|膨胀|死元组|死行/i,
  wraparound:
    /wrap ?around|\bfreez|frozen ?xid|\bxid|\bxmin\b|transaction ids?\b|prepared[\s_](transactions?|xacts?)|two[\s-]phase|oldest snapshot|回卷|事务 ?id|两阶段|预备事务/i,
  replication: /replica|standby|\blag(s|ging)?\b|stale|wal receiver|主从|主备|从库|备库|副本|复制|同步延迟/i,
  slots: /\bslots?\b|\bwal\b|pg_wal|复制槽/i,
  archiving: /archiv|\bwal-?g\b|wal[\s-]push|pgbackrest|\bbarman\b|归档/i,
  down: /\bdown\b|unreachable|not responding|connection refused|\bunavailable\b|\bcannot connect|宕机|不可用|无法(访问|连接)|连不上|无响应|没有响应|挂了/i,
  restarted: /restart|crash|fail[\s-]?over|recover(y|ed)(?! conflict)|\bpostmaster\b|重启|崩溃|(主备|故障)切换/i,
  rollbacks: /roll[\s-]?backs?|rolled back|sqlstate|aborted transactions|回滚/i,
  idle: /idle[\s-]?(in)?[\s-]?transaction|空闲事务|事务空闲|未提交/i,
  writing: /checkpoint|\biops?\b|\bi\/o\b|\bio\b|write (load|latency)|检查点|写入(压力|延迟)/i,
  errors:
    /\berrors?\b|recovery conflict|cancel(l?ed|ling)?\b.*quer|\b5xx\b|\bfail(s|ed|ing|ures?)?\b|\bslo\b|burn rate|报错|错误|失败/i,
} as const

export type AlertTopic = keyof typeof TOPICS

const OF_MACHINE: readonly AlertTopic[] = ['cpu', 'disk', 'memory', 'writing']

/** Of what a machine has too little of, and of nothing that sessions do to each other. */
export function areOfMachine(topics: ReadonlySet<AlertTopic>): boolean {
  return topics.size > 0 && [...topics].every((topic) => OF_MACHINE.includes(topic))
}

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
  /\blong[\s-]?(running|lasting|lived)?[\s-]?(transaction|quer|statement|session|xact|tx\b)|\b(old|oldest)\b.{0,20}\btransaction|idle[\s-]?(in)?[\s-]?transaction|max[\s_]tx[\s_]duration|transaction (age|duration)|长事务|空闲事务|长时间运行的?(事务|查询|语句)/i

export function isAboutAge({ alertName, labels, text }: Pick<Subject, 'alertName' | 'text' | 'labels'>): boolean {
  return OF_AGE.test([spellOut(alertName), spellOut(labels.alertname ?? ''), text].join('\n'))
}
