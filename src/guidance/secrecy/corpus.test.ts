/** Three hundred ways in which people and programs write a secret down, and three hundred sentences in which there is none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRedactor } from './redact.ts'

const { redact } = createRedactor(() => [])

const VALUES = [
  'tR7vQ2mX9bLs4',
  'a8f5f167f44f4964e6c998dee827110c',
  'Zx81-kfP0-qq27-Lm',
  'w0rkh0rse77Zeta',
  'p9Qe2+/rT5uVx8==',
]

/** `§` stands for the secret. */
const SPELLINGS = [
  'password=§',
  'password: §',
  'PASSWORD=§',
  'DB_PASSWORD=§',
  'db.password=§',
  'export PGPASSWORD=§',
  '"password":"§"',
  "'password': '§'",
  '{\\"password\\":\\"§\\"}',
  'passwd=§',
  'pwd=§',
  'passphrase: §',
  'api_key=§',
  'API-Key: §',
  'apiKey: "§"',
  'x-api-key: §',
  'access_key=§',
  'secret_key: §',
  'secret_key_base: §',
  'SECRET_KEY_BASE=§',
  'client_secret=§',
  '"client_secret": "§"',
  'token=§',
  'auth_token: §',
  'refresh_token=§',
  'GITHUB_TOKEN=§',
  'Authorization: Bearer §',
  'authorization: Basic §',
  'Authorization: Token §',
  'Cookie: sid=§',
  'https://app:§@db.internal/orders',
  'postgresql://app:§@10.0.0.1:5432/x',
  'redis://:§@cache:6379',
  'amqp://u:§@mq/',
  'curl -u admin:§ https://x',
  'mysql -u root -p§ orders',
  'redis-cli -a § ping',
  '--password §',
  '--password=§',
  '--token §',
  '--api-key=§',
  'sshpass -p § ssh host',
  'kubectl create secret generic x --from-literal=k=§',
  "kubectl create secret generic x --from-literal=db='§'",
  '--from-literal k=§',
  'https://blob.example/c?sv=2024&sig=§',
  'https://x.example/?key=§',
  'https://s3.example/?X-Amz-Signature=§',
  'GET /a?access_token=§&x=1',
  'password:\n  §',
  'Password:\n§\n',
  'secret_key: \n    §\nother: 1',
  'password is §',
  'the password for app is §',
  'password was changed to §',
  "ALTER USER app PASSWORD '§'",
  "IDENTIFIED BY '§'",
  'requirepass §',
  '<password>§</password>',
  '{"name":"DB_PASSWORD","value":"§"}',
  'Passwort: §',
  'mot de passe : §',
  'contraseña: §',
  'пароль: §',
  '密码：§',
]

const TOKEN = 'f8Kd02mQx71LpZs3'

test('secrets told several at a time, in a Digest without its name, or under a name with invisible characters do not leak', () => {
  for (const text of [
    `{"tokens": ["${TOKEN}","x","${TOKEN}"]}`,
    `{"body":"{\\"api_tokens\\":[\\"${TOKEN}\\"]}"}`,
    `tokens:\n  - ${TOKEN}\n  - ${TOKEN}\nother: 1`,
    `refresh_tokens=${TOKEN},tok_${TOKEN}`,
    'username="ann", realm="x", nonce="dcd98b", uri="/", response="f8a002b1c371d4e3f8a002b1c371d4e3"',
    `pass\u200bword=${TOKEN}`,
    `to\u2060ken: ${TOKEN}`,
    `{"pass\\u200bword":"${TOKEN}"}`,
    `client_se\u00adcret: ${TOKEN}`,
  ]) {
    assert.doesNotMatch(redact(text), /f8Kd02mQx71LpZs3|f8a002b1c371/, text)
    assert.equal(redact(redact(text)), redact(text), text)
  }
})

test('names and counts in the plural stay, and so do invisible characters that hide nothing', () => {
  for (const text of [
    '{"secrets":["db-credentials-v2","regcred","default-token-x7k2p"],"max_tokens":4096}',
    'imagePullSecrets:\n  - name: registry-2024',
    'tokens: 4096 used of 8192',
    '{"usage":{"input_tokens":12,"output_tokens":7}}',
    'caf\u00e9\u200b is slow',
    'nonce=12 was used twice',
  ])
    assert.equal(redact(text), text)
})

test('none of three hundred spellings leaks its secret', () => {
  const texts = SPELLINGS.flatMap((spelling) => VALUES.map((value) => [spelling.replace('§', value), value] as const))
  const digest =
    'Authorization: Digest username="ann", realm="x", nonce="dcd98b7102dd2f0e", uri="/", response="6629fae49393a05397450978507c4ef1"'
  const phrases = ['passphrase: correct horse battery staple', 'the passphrase is purple monkey dishwasher lamp']
  assert.ok(texts.length >= 300, String(texts.length))
  const leaked = texts.filter(([text, value]) => redact(text).includes(value)).map(([text]) => text)
  assert.deepEqual(leaked, [])
  assert.ok(!redact(digest).includes('6629fae4'))
  for (const phrase of phrases) assert.doesNotMatch(redact(phrase), /horse|staple|monkey|lamp/)
  for (const [text] of texts) assert.equal(redact(redact(text)), redact(text), text)
})

const SUBJECTS = [
  'checkout',
  'the orders database',
  'node worker-3',
  'pod cart-7d9f',
  'the payments gateway',
  'replica 2',
  'the nightly job',
  'ingress-nginx',
  'the queue',
  'db-1',
]
const SENTENCES = [
  '§ failed: password authentication failed for user "app"',
  '§ reports wrong password for root: 3 attempts',
  '§: the token is expired and must be renewed',
  '§ is slow: p99 latency is 2.3 s',
  '§ cannot mount secret "db-credentials": not found',
  '§ restarted 5 times in 10 minutes',
  '§ returned 401 because no API key was given',
  '§ waits for a lock on table public.sessions',
  '§ keeps 300 idle connections',
  '§: password must be changed every 90 days',
  '§ says: invalid token',
  '§ logs tokens: 4096 used of 8192',
  '§ exceeded its quota of keys per second',
  '§: primary key violation on orders_pkey',
  '§ was rolled back to revision 12',
  '§ runs image registry.local/app:1.4.2',
  '§ has cookie consent disabled',
  '§: secretName: checkout-tls',
  '§ asks for a password reset page that returns 500',
  '§: certificate expires in 3 days',
  '§ uses passthrough mode: pass=12 fail=3',
  '§: keyspace hits 0.93',
  '§ refused: authorization failed',
  '§: PWD=/srv/app',
  '§ evicted 600 keys a minute',
  '§: max_tokens: 4096',
  '§ compass bearing is unchanged',
  '§: session ended by the administrator',
  '§ has a signature mismatch in its chart',
  '§ reports disk usage of 91 % on /var/lib',
]

test('nothing is masked in three hundred ordinary sentences', () => {
  const texts = SENTENCES.flatMap((sentence) => SUBJECTS.map((subject) => sentence.replace('§', subject)))
  assert.ok(texts.length >= 300)
  assert.deepEqual(
    texts.filter((text) => redact(text) !== text).map((text) => `${text} → ${redact(text)}`),
    [],
  )
})
