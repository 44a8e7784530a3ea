import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isClientFault } from './names-in-lines.ts'

const ECHOES: readonly (readonly [image: string, said: string])[] = [
  ['postgres:16', 'FATAL:  password authentication failed for user "invoicer"'],
  ['docker.io/bitnami/postgresql:15', 'ERROR:  relation "orders_v2" does not exist at character 15'],
  ['postgres:16', 'ERROR:  duplicate key value violates unique constraint "orders_pkey"'],
  ['mysql:8', "[Note] Access denied for user 'app'@'10.1.2.3' (using password: YES)"],
  ['rabbitmq:3', "[error] PLAIN login refused: user 'worker' - invalid credentials"],
  ['mongo:7', '"Authentication failed","attr":{"client":"10.1.2.3:4711","user":"app"}'],
  ['shop/gateway:1', 'http: TLS handshake error from 10.1.2.3:51000: remote error: tls: bad certificate'],
]

for (const [image, said] of ECHOES)
  test(`"${said.slice(0, 50)}" of ${image} is a client's fault`, () => assert.equal(isClientFault(said, [image]), true))

const OWN: readonly (readonly [image: string, said: string])[] = [
  ['shop/invoicer:1', 'ERROR pq: password authentication failed for user "invoicer"'],
  [
    'postgres:16',
    'FATAL: could not connect to the primary server: password authentication failed for user "replicator"',
  ],
  ['postgres:16', 'PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device'],
  ['redis:7', '# Background saving error'],
]

for (const [image, said] of OWN)
  test(`"${said.slice(0, 50)}" of ${image} is its own trouble`, () => assert.equal(isClientFault(said, [image]), false))
