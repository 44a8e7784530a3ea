/** Whether a line quotes the answer of a server, and how a quoted line reads. */

// What a client quotes from its server. Such a line stands in the client's log, but its words are the server's: who has no
// space left there is the server, not the one who wrote it down.

/** A program of which drivers speak, and the words by which they and its addresses are known. */
type Technology = { drivers: RegExp; names: RegExp }

const TECHNOLOGIES: readonly Technology[] = [
  {
    drivers:
      /\bRedis(?:Client)?::\w*Error|redis\.exceptions\.|\bReplyError\b|\bRedis\w*(?:Exception|Error)\b|\bJedis\w+|\bLettuce|\bRedix\.|\bPredis\\|\bredis: |MISCONF Redis|OOM command not allowed/,
    names: /redis|valkey|keydb|dragonfly/i,
  },
  {
    drivers:
      /\bPG::\w+|\bpq: |\bpgx?\.\w*Err|psycopg\d?\.|\basyncpg\.|\bPSQLException|\bNpgsql|\bPostgresException|\bPostgrex\.|\bPostgresError\b|\(SQLSTATE [0-9A-Z]{5}\)|SQLSTATE\[|\btokio_postgres|error returned from database:/,
    names: /postgres|pgbouncer|\bpg\b|\bpg[-_]|timescale|(?:^|[-_])(?:db|database)(?:[-_]|$)/i,
  },
  {
    drivers:
      /\bMysql2::|\bpymysql\.|\bMySQLdb\.|\bMySql\w*Exception|com\.mysql\.|\bER_[A-Z_]{4,}|\bError \d{4} \([0-9A-Z]{5}\)/,
    names: /mysql|maria|percona|(?:^|[-_])(?:db|database)(?:[-_]|$)/i,
  },
  {
    drivers: /\bMongo\w*(?:Error|Exception)\b|\bMongo::Error|pymongo\.errors|\bmongo: /,
    names: /mongo|documentdb/i,
  },
  {
    drivers:
      /\bElastic\w*(?:Error|Exception)\b|\bOpenSearch\w*(?:Error|Exception)\b|elasticsearch\.\w+|opensearchpy\.|cluster_block_exception|\bTransportError\b/,
    names: /elastic|opensearch|(?:^|[-_])(?:search|es)(?:[-_]|$)/i,
  },
  {
    drivers:
      /\bBunny::|\bpika\.exceptions|\bAMQP\w*(?:Error|Exception)\b|\bAmqp\w*Exception|\bamqp: |PRECONDITION_FAILED/,
    names: /rabbit|amqp/i,
  },
  {
    drivers: /\bKafka(?:JS)?\w*(?:Error|Exception)\b|org\.apache\.kafka\.|\bkafka server: |\bconfluent_kafka\./,
    names: /kafka|redpanda|bootstrap/i,
  },
]

/** Of whom no driver is known: the line itself says that another answered. */
const ANSWERED =
  /\brpc error: code = |\b(?:server|upstream|backend|remote|broker|peer) (?:said|replied|returned|responded|answered|reported)\b|\b(?:response|reply|answer) from \S/i

/** The words are another's. `speaker` is what the one who said it is called: a server's own errors bear the same classes. */
export function quotesServer(said: string, speaker: string): boolean {
  const technology = technologyOf(said)
  return technology ? !technology.names.test(speaker) : ANSWERED.test(said)
}

/** By which a configured address or a workload is known as the server meant; undefined where no driver speaks. */
export function serverWords(said: string): RegExp | undefined {
  return technologyOf(said)?.names
}

function technologyOf(said: string): Technology | undefined {
  return TECHNOLOGIES.find(({ drivers }) => drivers.test(said))
}

/** A message within a field of a line bears its quotes escaped (klog's `err="…"`, JSON in JSON); the words are the same. */
export function unescaped(line: string): string {
  return line.includes('\\') ? line.replaceAll(/\\+(["'/])/g, '$1') : line
}
