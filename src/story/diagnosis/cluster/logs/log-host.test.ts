import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContainerLog, Shown } from '../cluster-scene.ts'
import { readLogLine } from '../reading/read-listed.ts'
import { cluesOf } from './log-clues.ts'
import { readHost } from './log-host.ts'

/** As real programs write them. */
const LINES: readonly (readonly [line: string, host: string])[] = [
  ['dial tcp 10.96.4.2:80: connect: connection refused', '10.96.4.2:80'],
  ['read tcp 10.0.0.4:51012->10.0.9.3:5432: i/o timeout', '10.0.9.3:5432'],
  ['Get "http://cart:8080/items": dial tcp 10.96.4.2:8080: connect: connection refused', 'cart:8080'],
  ['curl: (7) Failed to connect to cart port 8080 after 0 ms: Connection refused', 'cart:8080'],
  ["HTTPConnectionPool(host='cart', port=80): Read timed out. (read timeout=5)", 'cart:80'],
  ['connection to server at "db" (10.96.3.3), port 5432 failed: timeout expired', 'db:5432'],
  ['Is the server running on host "db" (10.96.3.3) and accepting TCP/IP connections on port 5432?', 'db:5432'],
  ['ConnectTimeoutException: connection timed out: cart/10.96.4.2:8080', 'cart:8080'],
  ['last error: UNKNOWN: ipv4:10.96.4.2:7070: Failed to connect to remote host: Connection refused', '10.96.4.2:7070'],
  ["wget: can't connect to remote host (10.96.1.4): Connection refused", '10.96.1.4'],
  ["Failed to resolve 'cart': temporary failure in name resolution", 'cart'],
  [
    'while connecting to upstream, client: 10.1.0.9, server: _, upstream: "http://10.96.4.2:80/", host: "shop"',
    '10.96.4.2:80',
  ],
]

test('the host a program could not reach is read out of how programs write it', () => {
  for (const [line, host] of LINES) {
    const found = readHost(line)
    assert.equal([found?.name, found?.port].filter(Boolean).join(':'), host, line)
  }
})

test('a file with its line, a version, or an error without a host are none', () => {
  for (const line of [
    'panic at main.go:42',
    'version 1.25:10 ready',
    'Failed to connect to remote host: Connection refused',
  ]) {
    assert.equal(readHost(line), undefined, line)
  }
})

function hostsIn(...lines: readonly string[]): (string | undefined)[] {
  const log = { namespace: 'shop', name: 'web-0', lines: lines.map(readLogLine) } as unknown as Shown<ContainerLog>
  return cluesOf(log).map(({ host }) => host?.name)
}

test('an exception takes the host from the line its record begins with', () => {
  const record = [
    '2026-11-15T08:40:35Z ERROR cannot reach jdbc:mysql://mysql.shop.svc:3306/orders',
    'com.mysql.cj.jdbc.exceptions.CommunicationsException: Communications link failure',
    '\tat com.mysql.cj.jdbc.ConnectionImpl.connect(ConnectionImpl.java:448)',
    'Caused by: java.net.SocketTimeoutException: Connect timed out',
  ]
  assert.ok(hostsIn(...record).includes('mysql.shop.svc'))
})

test('another record, or a line that complains of nothing, lends no host', () => {
  const other = '2026-11-15T08:40:35Z ERROR cannot reach http://cart:80'
  assert.deepEqual(hostsIn(other, '2026-11-15T08:41:00Z ERROR i/o timeout'), [undefined])
  assert.deepEqual(hostsIn('2026-11-15T08:40:35Z INFO calling http://cart:80', 'i/o timeout'), [undefined])
})

test('clients that hide the address in words of their own are understood', () => {
  const hosts: Readonly<Record<string, { name: string; port: number | undefined }>> = {
    'Errno::ECONNREFUSED: Connection refused - connect(2) for "redis" port 6379': { name: 'redis', port: 6379 },
    'RedisConnectionException: Unable to connect to sessions/<unresolved>:6379': { name: 'sessions', port: 6379 },
    'PSQLException: Connection to orders-db.data.svc:5432 refused.': { name: 'orders-db.data.svc', port: 5432 },
    'getaddrinfo for books-db failed: Name or service not known': { name: 'books-db', port: undefined },
    'nats: no servers available for connection (nats://bus.mq.svc:4222)': { name: 'bus.mq.svc', port: 4222 },
    'ServerSelectionTimeoutError: mongo-0.mongo:27017: timed out': { name: 'mongo-0.mongo', port: 27017 },
  }
  for (const [line, host] of Object.entries(hosts)) assert.deepEqual(readHost(line), host, line)
})
