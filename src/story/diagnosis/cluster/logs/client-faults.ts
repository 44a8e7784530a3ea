/**
 * What a server writes down about a client it turned away, or about a statement it could not carry out as asked. It is the
 * echo of the client's fault: the server does what it should.
 */

/** Programs that others log in to and send their statements to, by their image. */
const SERVER =
  /postgres|timescale|spilo|mysql|mariadb|percona|mongo|redis|valkey|keydb|rabbitmq|kafka|redpanda|elastic|opensearch|cassandra|clickhouse|nats|memcached|openldap|keycloak|minio|mssql/i

const TURNED_AWAY =
  /password authentication failed|Access denied for user|(?:PLAIN|AMQPLAIN)? ?login (?:refused|failed|was refused)|authentication (?:failed|error|failure)|Failed authentication|invalid credentials|no pg_hba\.conf entry|role "[^"]+" does not exist|database "[^"]+" does not exist|could not accept SSL connection|unexpected EOF on client connection|could not receive data from client|client (?:closed|terminated) connection|LOGIN_ERROR/i
const ASKED_AMISS =
  /\b(?:relation|column|function|table|schema|type|operator)s? "?[^"\n]*"? does not exist|duplicate key value|violates [\w -]*constraint|syntax error at or near|permission denied for (?:table|schema|relation|sequence|view|function|database)|invalid input syntax|value too long for type|canceling statement due to user request|Table '[^']*' doesn't exist|Unknown column|Duplicate entry|error in your SQL syntax/i
/** A handshake that whoever came from there broke off. */
const FROM_CLIENT = /TLS handshake error from|handshake (?:failed|error)[^\n]{0,40}\bfrom (?:client )?\/?\d/i
/** It was itself the client of another. */
const AS_CLIENT = /could not connect|connection to server|server login failed|\bprimary\b|\bupstream\b|\bpeer\b/i

/** `images` are those the speaker runs. */
export function isClientFault(said: string, images: readonly string[]): boolean {
  if (FROM_CLIENT.test(said)) return true
  if (AS_CLIENT.test(said) || !images.some((image) => SERVER.test(image))) return false
  return TURNED_AWAY.test(said) || ASKED_AMISS.test(said)
}
