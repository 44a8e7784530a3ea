import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { inLength } from '../../../test/world/long-form.ts'
import { createRedactor, type Redactor } from './redact.ts'

const redactor: Redactor = createRedactor(() => [])

// Each text holds the word CANARY in the place of a secret. Values that must look random stand beside their text.
const CANARIES: readonly [text: string, canary?: string][] = [
  ['Authorization: Bearer CANARY'],
  ['authorization: Basic CANARY'],
  ['Proxy-Authorization: CANARY'],
  ['Authorization: GenieKey CANARY and more'],
  ['curl -H "Authorization: Bearer CANARY" https://api.example.com'],
  ['{"headers":{"authorization":"Bearer CANARY"}}'],
  ['sent Bearer CANARY and got 401', 'abc123.def456-ghi'],
  ['rawHeaders: ["X-Auth","Basic CANARY"]', 'YXBwOmh1bnRlcjI='],
  ['Cookie: theme=dark; sid=CANARY; lang=en'],
  ['Set-Cookie: session=CANARY; Path=/; HttpOnly'],
  ['{"set-cookie":["a=1; Path=/","session=CANARY"]}'],
  ["curl -H 'Cookie: sid=CANARY' http://web"],
  ['<user>app</user><db:password>CANARY</db:password>'],
  ['password=CANARY'],
  ['PGPASSWORD=CANARY psql -h db'],
  ['password: CANARY'],
  ['DB_PASSWORD:                CANARY'],
  ['pwd = CANARY;'],
  ['smtp_pass=CANARY'],
  ["password='CANARY'"],
  ["'args: password=\\'CANARY\\''"],
  ['password="two words CANARY"'],
  ['password = "say \\"CANARY\\" twice"'],
  ['Server=db;User=app;Password=a,CANARY;Timeout=5'],
  ['host=db user=app password=CANARY sslmode=require'],
  ['client_secret=CANARY&grant_type=refresh_token'],
  ['https://api.example.com/v1?user=1&token=CANARY&page=2'],
  ['https://maps.example.com/js?key=CANARY'],
  ['redirect=https%3A%2F%2Fweb%2F%3Faccess_token%3DCANARY'],
  ['GET /callback?api_key=CANARY HTTP/1.1'],
  ['X-Api-Key: CANARY'],
  ['x-vault-token: CANARY'],
  ['{"password":"CANARY"}'],
  ['{"password" : "with \\"CANARY\\" inside", "user":"app"}'],
  ['{"msg":"body was {\\"apiKey\\":\\"CANARY\\"}"}'],
  ['{"msg":"{\\"m\\":\\"{\\\\\\"token\\\\\\":\\\\\\"CANARY\\\\\\"}\\"}"}'],
  ["{'password': 'CANARY'}"],
  ['{ password: "CANARY", user: "app" }'],
  ['{"token":CANARY}', '8812345678'],
  ['{"env":[{"name":"DB_PASSWORD","value":"CANARY"}]}'],
  ['    - name: DB_PASSWORD\n      value: CANARY'],
  ['{"yaml":"- name: API_TOKEN\\n  value: CANARY\\n"}'],
  ['the password is CANARY', 'swordfish'],
  ['The password for user app is CANARY.', 'swordfish'],
  ['Password for user app: CANARY'],
  ['password was set to "CANARY"'],
  ['please reset the password to CANARY', 'swordfish7'],
  ['your api key is CANARY', 'k93jd83hd82'],
  ['mysql --host db --password CANARY'],
  ["ALTER USER app WITH PASSWORD 'CANARY'"],
  ["CREATE USER 'app'@'%' IDENTIFIED BY 'CANARY'"],
  ['postgres://app:CANARY@db:5432/orders'],
  ['redis://:CANARY@cache:6379/0'],
  ['amqp://app:p@CANARY@mq/vhost'],
  ['postgres://app:half/CANARY@db/orders'],
  ['key CANARY was used', 'AKIAIOSFODNN7EXAMPLE'],
  ['aws_secret_access_key = CANARY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['AccountName=x;AccountKey=CANARY;EndpointSuffix=y', 'Zm9vYmFy+/Zm9v=='],
  ['-----BEGIN RSA PRIVATE KEY-----\nCANARY\n-----END RSA PRIVATE KEY-----', 'MIIEowIBAAKCAQEA'],
  ['{"pem":"-----BEGIN PRIVATE KEY-----\\nCANARY\\n-----END PRIVATE KEY-----\\n"}', 'MIIEowIBAAKCAQEA'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nCANARY', 'b3BlbnNzaC1rZXktdjEA'],
  ['got CANARY back', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N'],
  ['{"msg":"line\\nCANARY"}', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N'],
  ['key CANARY', 'sk-abcdefghij0123456789abcdef'],
  ['key CANARY', 'sk-ant-api03-abc_def-ghi'],
  ['key CANARY', 'sk-proj-abc_def-ghijk'],
  ['key CANARY', 'ghp_abcdefghij0123456789'],
  ['key CANARY', 'gho_abcdefghij0123456789'],
  ['https://CANARY@github.com/a/b.git', 'github_pat_11ABCDEFG0123456789_abcdef'],
  ['key CANARY', 'xoxb-123456789012-abcdefghijkl'],
  ['key CANARY', 'glpat-abcdefghij0123456789'],
  ['key CANARY', 'AIzaSyA-abcdefghij0123456789abcdefghij'],
  ['https://hooks.slack.com/services/CANARY', 'T000/B000/XXXXXXXXXXXX'],
  ['key CANARY', 'fbk_a_abcd1234_abcdefghijklmnopqrstuvwxyz0123456789-_abcde'],
]

test('no canary is left in any of the ways a secret is written down', () => {
  assert.ok(CANARIES.length >= 60)
  for (const [template, canary = 'hun-CANARY-ter2'] of CANARIES) {
    const text = template.replace('CANARY', canary)
    const redacted = redactor.redact(text)
    assert.ok(!redacted.includes(canary), `still there: ${redacted}`)
    assert.ok(redacted.includes('[redacted]'), redacted)
    assert.equal(redactor.redact(redacted), redacted, 'a second redaction changes nothing')
  }
})

const ORDINARY = [
  'rate limited by token bucket, 40 tokens left',
  'FATAL: password authentication failed for user app',
  "Access denied for user 'root'@'localhost' (using password: YES)",
  'secret/db-credentials not found',
  'Error: secret "db-credentials" not found',
  'MountVolume.SetUp failed for volume "credentials" : secret "db-credentials" not found',
  'max_tokens: 4096',
  '{"max_tokens":4096,"usage":{"input_tokens":12,"output_tokens":7}}',
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8 deployed',
  'request 123e4567-e89b-12d3-a456-426614174000 failed',
  'pod checkout-7d9f8c6b5d-x2x7k in CrashLoopBackOff',
  'pod sk-frontend-7d9f8c6b5d-x2x7k and risk-service-abcdefghijklmnopqrstuvwx are ready',
  'image registry.example.com:5000/app@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'pulling docker://registry:5000/team/app@sha256:e3b0c44298fc1c149afbf4c8996fb924',
  'GET http://grafana:3000/d/abc?from=now-1h@me 200',
  'GET http://[::1]:8080/users/@me 200',
  'the password is required',
  'password is too short',
  'the token is expired and the secret is mounted',
  'invalid token: expired',
  'token is refreshed every hour',
  'password was rotated yesterday',
  'unexpected token } in JSON at position 4',
  'SyntaxError: Unexpected token: }',
  'PWD=/srv/app HOME=/root',
  '{"password":null,"has_token":true,"token":""}',
  '{"note":"password: ","next":"value"}',
  '{"note":"wrong password","next":"value"}',
  'secretName: db-credentials',
  'kubernetes.io/service-account-token',
  'token_type=bearer expires_in=3600',
  'Basic authentication is off; Bearer authentication failed',
  'primary key: id, foreign key: order_id',
  'error: bypass=true, compass: north',
  'key fbk_a_abcd1234 was revoked',
  'basic health check passed in 12ms',
  'no credentials: set LLM_API_KEY',
  'postgres://app@db:5432/orders',
  'user:group app:app mailto:ops@example.com',
]

test('ordinary operations text stays as it is', () => {
  for (const text of ORDINARY) assert.equal(redactor.redact(text), text)
})

test('user and host of a URL stay readable when its password is masked', () => {
  assert.equal(redactor.redact('postgres://app:hunter2@db:5432/x'), 'postgres://app:[redacted]@db:5432/x')
  assert.equal(redactor.redact('see http://a:b@c/d@e now'), 'see http://a:[redacted]@c/d@e now')
})

test('what stands beside a masked value is kept', () => {
  assert.equal(redactor.redact('user=app,password=x1,host=db'), 'user=app,password=[redacted],host=db')
  assert.equal(redactor.redact('(password: x1) failed'), '(password: [redacted]) failed')
  assert.equal(redactor.redact('{"token":"x1","a":[1]}'), '{"token":"[redacted]","a":[1]}')
  assert.equal(redactor.redact('{"token":123,"a":1}'), '{"token":"[redacted]","a":1}')
  assert.equal(redactor.redact('Authorization: Bearer x1 was sent'), 'Authorization: Bearer [redacted] was sent')
})

const piece = fc.constantFrom(
  ...[
    'password',
    'token',
    'is',
    'Cookie',
    'Authorization',
    'Bearer ',
    '"',
    "'",
    '\\',
    '\n',
    '\r',
    '\t',
    '\u0001',
    ':',
    '=',
  ],
  ...[
    ' ',
    ',',
    '}',
    ']',
    '[',
    '{',
    'value',
    'name',
    '//',
    '@',
    'x1',
    '&',
    '--',
    'nightfall',
    '[redacted]',
    '\ud800',
    'é',
  ],
  ...['-----BEGIN PRIVATE KEY-----', 'sk-ant-abcdefgh1', 'eyJhbGciOiJI.eyJzdWI.abc', 'null', '12', 'cross"bow\\'],
)
const nastyText = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))
const nastyKey = fc.oneof(nastyText, fc.constantFrom('password', 'token', 'cookie', 'name', 'value'))
const nastyLeaf = fc.oneof(
  nastyText,
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
  fc.array(nastyText, { maxLength: 3 }),
)
const nastyRecord = fc.dictionary(nastyKey, fc.oneof(nastyLeaf, fc.dictionary(nastyKey, nastyLeaf, { maxKeys: 3 })), {
  maxKeys: 4,
})

test('a line of JSON stays JSON, however it is nested and escaped', () => {
  const { redact } = createRedactor(() => ['nightfall', 'cross"bow\\', 'x1x1x1', '\\\\deep\\'])
  fc.assert(
    fc.property(nastyRecord, fc.nat(3), fc.nat(2), (record, nesting, indent) => {
      let line = JSON.stringify(record, null, indent)
      for (let level = 0; level < nesting; level++) line = JSON.stringify({ msg: line, level })
      JSON.parse(redact(line))
    }),
    { numRuns: inLength(1_500, 5_000) },
  )
})

test('redacting twice is redacting once', () => {
  fc.assert(
    fc.property(nastyText, (text) => assert.equal(redactor.redact(redactor.redact(text)), redactor.redact(text))),
    { numRuns: inLength(1_500, 5_000) },
  )
})

const ADVERSARIAL = [
  'a',
  ' ',
  '\\',
  '-',
  '"',
  "'",
  'password',
  'password=',
  'password = "',
  "token='x\\",
  '{"password":"\\"',
  'password for a b c ',
  'password is ',
  '--a-b-',
  '://a:',
  '://a:b@',
  '://a:b/',
  'eyJ-',
  'eyJaaaaaaaa.',
  'sk-',
  'Bearer a',
  '<password>',
  '<a-a-a-a-a-a-',
  'pwd=/',
  'token={}',
  '"token":[',
  '"token":{',
  'token: null',
  'cookie: not',
  'identified by ',
  'Cookie: ',
  'authorization: ',
  '-----BEGIN PRIVATE KEY-----',
  'secret\\n\\n\\n',
  'token , , , ,',
  '"token":["',
  '%3D',
  'token="  ',
  'pass=',
  'password: a b ',
  'password=a&',
  'password from "a" to ',
  'password is set for a: ',
  'mysql mongo redis-cli openssl ',
  'passwort für a ',
  '密码是',
  'password: |\n  a\n',
  '1234567890:',
  'open.feishu.cn/open-apis/bot/hook/',
]

test('a text that was found clean is looked through again when another secret is known', () => {
  const known: string[] = []
  const { redact } = createRedactor(() => known)
  assert.equal(redact('the tangerine is ripe'), 'the tangerine is ripe')
  known.push('tangerine')
  assert.equal(redact('the tangerine is ripe'), 'the [redacted] is ripe')
})

test('more texts than are kept in mind are each masked as the first', () => {
  const { redact } = createRedactor(() => [])
  for (let number = 0; number < 10_000; number += 1) redact(`pod-${number} restarts`)
  assert.equal(redact('pod-9 restarts with password=hunter2'), 'pod-9 restarts with password=[redacted]')
  assert.equal(redact('pod-9 restarts'), 'pod-9 restarts')
})

test('time grows with the length of the text, even of one made to be slow', () => {
  const { redact } = createRedactor(() => ['aaaaaaaaab', 'passwordpasswordX'])
  for (const unit of ADVERSARIAL) {
    const eighth = unit.repeat(Math.ceil(inLength(50_000, 125_000) / unit.length))
    // Doubled three times, a linear pattern takes 8 times as long and a quadratic one 64. A busy machine costs caches,
    // so it is repeated; what is quadratic never passes.
    let short = LEAST_MS
    // In turns, for a text that comes again at once is known.
    const isLinear = [1, 2, 3, 4].some(() => {
      short = Math.max(
        short,
        duration(() => redact(eighth)),
      )
      return duration(() => redact(eighth.repeat(8))) < 24 * short
    })
    assert.ok(isLinear, `A long text of ${JSON.stringify(unit)} takes far more than 8 times as long as an eighth of it`)
  }
})

/** Less is mostly the clock's own. */
const LEAST_MS = 4

/** Of the processor, which does not count while others have it. */
function duration(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
