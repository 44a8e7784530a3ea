/** Databases and stores of other makers, which the plugins for PostgreSQL cannot look into. */
import type { Subject } from '../../subject.ts'

const MAKERS: Readonly<Record<string, RegExp>> = {
  MySQL: /mysql|innodb/i,
  MariaDB: /maria ?db/i,
  MongoDB: /mongo/i,
  Redis: /redis/i,
  Valkey: /valkey/i,
  Oracle: /oracle/i,
  'SQL Server': /(?<!post)(?<!my)sql ?server|mssql/i,
  Cassandra: /cassandra/i,
  ScyllaDB: /scylla/i,
  Elasticsearch: /elastic/i,
  OpenSearch: /opensearch/i,
  ClickHouse: /clickhouse/i,
  CockroachDB: /cockroach/i,
  etcd: /etcd/i,
  Memcached: /memcache/i,
  DynamoDB: /dynamo/i,
}

export function makerIn(words: string): string | undefined {
  return Object.keys(MAKERS).find((maker) => MAKERS[maker]?.test(words))
}

const OURS = /postgres|\bpg|pgbouncer|patroni/i

/** Whichever word says it, unless another says that it is a PostgreSQL after all. */
export function otherMaker({ alertName, labels, text }: Subject): string | undefined {
  const said = [alertName, text, ...Object.values(labels)].join('\n')
  return labels.datname !== undefined || OURS.test(said) ? undefined : makerIn(said)
}
