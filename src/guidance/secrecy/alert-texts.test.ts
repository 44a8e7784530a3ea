import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { inLength } from '../../../test/world/long-form.ts'
import { createRedactor } from './redact.ts'

const { redact } = createRedactor(() => [])

/** What alerts hold, and what is left of it. */
const TEXTS: readonly (readonly [said: string, shown: string])[] = [
  ['Password: several words', 'Password: [redacted]'],
  ['Password: correct horse battery staple\nUser: app', 'Password: [redacted]\nUser: app'],
  [
    'It failed. DB password: correct horse battery staple. Rotate it.',
    'It failed. DB password: [redacted]. Rotate it.',
  ],
  ['Password: hunter2 was refused by db-1', 'Password: [redacted] was refused by db-1'],
  ['wrong password: hunter2 host=db-1', 'wrong password: [redacted] host=db-1'],
  ['passphrase: ocean violin, see the runbook', 'passphrase: [redacted], see the runbook'],
  ['login failed, password "two words" was refused', 'login failed, password "[redacted]" was refused'],
  ["login failed, password 'two words' was refused", "login failed, password '[redacted]' was refused"],
  ['login failed, password `two words` was refused', 'login failed, password `[redacted]` was refused'],
  ['{"message":"password \\"two words\\" refused"}', '{"message":"password \\"[redacted]\\" refused"}'],
  ['login with password=a&b failed', 'login with password=[redacted] failed'],
  ['password: ab&cd9 was used', 'password: [redacted] was used'],
  ['password=a&b&user=app', 'password=[redacted]&user=app'],
  ['GET /login?password=a&debug HTTP/1.1', 'GET /login?password=[redacted]&debug HTTP/1.1'],
  ['GET /login?token=a1&amp;page=2', 'GET /login?token=[redacted]&amp;page=2'],
  ['tried password hunter2! three times', 'tried password [redacted] three times'],
  ['password (hunter2) is wrong', 'password ([redacted]) is wrong'],
  ['password -> hunter2', 'password -> [redacted]'],
  ['changed password from hunter1 to hunter2 today', 'changed password from [redacted] to [redacted] today'],
  ['password was changed from "one a" to "two b"', 'password was changed from "[redacted]" to "[redacted]"'],
  [
    'A temporary password is generated for root@localhost: x!yZ,q',
    'A temporary password is generated for root@localhost: [redacted]',
  ],
  ["SET PASSWORD FOR 'app'@'%' = PASSWORD('hunter2')", "SET PASSWORD FOR 'app'@'%' = PASSWORD('[redacted]')"],
  ['user=app pass=hunter2 host=db', 'user=app pass=[redacted] host=db'],
  ['{"db":{"pass":"hunter"}}', '{"db":{"pass":"[redacted]"}}'],
  ['password: |\n  hunter two\n  more\nuser: app', 'password: |\n  [redacted]\n  [redacted]\nuser: app'],
  ['password: >-\n  hunter2\n', 'password: >-\n  [redacted]\n'],
  ['token abcdef0123456789 rejected', 'token [redacted] rejected'],
  [
    'jdbc:postgresql://db/shop?user=app&password=x&ssl=true',
    'jdbc:postgresql://db/shop?user=app&password=[redacted]&ssl=true',
  ],
  [
    'jdbc:sqlserver://db;user=app;password=x;encrypt=true',
    'jdbc:sqlserver://db;user=app;password=[redacted];encrypt=true',
  ],
  ['jdbc:oracle:thin:app/tiger@//db:1521/XE', 'jdbc:oracle:thin:app/[redacted]@//db:1521/XE'],
  ['amqps://guest:x@mq:5671/%2F', 'amqps://guest:[redacted]@mq:5671/%2F'],
  ['mongodb+srv://app:x@c0.mongodb.net/shop', 'mongodb+srv://app:[redacted]@c0.mongodb.net/shop'],
  ["mysql -u root -p'my pw' shop", "mysql -u root -p'[redacted]' shop"],
  ['{"cmd":"mysql -u root -p\\"my pw\\" shop"}', '{"cmd":"mysql -u root -p\\"[redacted]\\" shop"}'],
  ['mongodump -u app -p hunter --archive', 'mongodump -u app -p [redacted] --archive'],
  ['docker login -u app -p hunter registry', 'docker login -u app -p [redacted] registry'],
  ['redis-cli -h cache -a hunter ping', 'redis-cli -h cache -a [redacted] ping'],
  ['sqlcmd -S db -U sa -P hunter', 'sqlcmd -S db -U sa -P [redacted]'],
  ['ldapsearch -D cn=admin -w hunter -b dc=x', 'ldapsearch -D cn=admin -w [redacted] -b dc=x'],
  ['openssl rsa -passin pass:hunter -in k', 'openssl rsa -passin pass:[redacted] -in k'],
  ['smbclient //h/s -U app%hunter', 'smbclient //h/s -U app%[redacted]'],
  ['curl -uapp:hunter https://x', 'curl -uapp:[redacted] https://x'],
  ['requirepass hunter', 'requirepass [redacted]'],
  ['REDISCLI_AUTH=hunter redis-cli', 'REDISCLI_AUTH=[redacted] redis-cli'],
  ['export PGPASSWORD=hunter; pg_dump', 'export PGPASSWORD=[redacted]; pg_dump'],
  ['dckr_pat_abcdefghij0123456789abcdefg', '[redacted]'],
  ['bot 1234567890:AAwqTCHCrH1vldtyOo4S61nIPx5qVUxyz12 failed', 'bot 1234567890:[redacted] failed'],
  ['https://discord.com/api/webhooks/1234/abcDEF_ghi-jkl0', 'https://discord.com/api/webhooks/1234/[redacted]'],
  [
    'https://open.feishu.cn/open-apis/bot/v2/hook/c0e6f1-aaaa',
    'https://open.feishu.cn/open-apis/bot/v2/hook/[redacted]',
  ],
  ['client-key-data: c2VjcmV0IHNlY3JldCBzZWNyZXQ=', 'client-key-data: [redacted]'],
  ['tls: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlF', 'tls: [redacted]'],
  ['{"auths":{"r":{"auth":"YXBwOmh1bnRlcjI="}}}', '{"auths":{"r":{"auth":"[redacted]"}}}'],
  ['Das Passwort ist hunter2', 'Das Passwort ist [redacted]'],
  ['Passwort für app: hunter', 'Passwort für app: [redacted]'],
  ['mot de passe : "deux mots"', 'mot de passe : "[redacted]"'],
  ['la contraseña es hunter2', 'la contraseña es [redacted]'],
  ['senha: hunter', 'senha: [redacted]'],
  ['пароль: hunter', 'пароль: [redacted]'],
  ['密码：zhongwen8 错误', '密码：[redacted] 错误'],
  ['数据库密码为：zhongwen8，请修改', '数据库密码为：[redacted]，请修改'],
  ['口令=kouling77', '口令=[redacted]'],
  ['{"密码":"zhongwen"}', '{"密码":"[redacted]"}'],
  ['パスワードは abc12345', 'パスワードは [redacted]'],
]

for (const [said, shown] of TEXTS)
  test(`masked: ${shown}`, () => {
    assert.equal(redact(said), shown)
    assert.equal(redact(shown), shown, 'a second redaction changes nothing')
  })

const READABLE = `wrong password for root: 3 attempts from 10.0.0.7
Wrong password for user app: connection refused
FATAL:  password authentication failed for user "app"
password expired for "app"
password "expired"
Password: authentication failed for user "app"
Password: wrong for 3 users, see the audit log
Password: must have at least 12 characters
Password: login page returns 500 for all users
password: required field is missing
Password policy: minimum 12 characters
password reset requested by "alice"
Users cannot reset their password: 500 from auth-service
Failed password for invalid user admin from 10.0.0.7 port 22 ssh2
Accepted password for deploy from 10.0.0.7 port 4711
WRONGPASS invalid username-password pair or user is disabled.
Secret: payments-tls not found
token "abc" is not allowed here
unexpected token 'password' in JSON
could not read credentials: open /var/run/secrets/kubernetes.io/serviceaccount/token: no such file
Unable to read token: file not found
pods "auth-token-service-7d9f8c6b5d-x2x7k" restarted, password-reset-7d9f8c6b5d-x2x7k: CrashLoopBackOff
docker-pullable://redis@sha256:9341b6548cc35b64a6de0085555264336e2f570e17ecff20190bf62222f2bd64
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
metric aGVsbG8gd29ybGQgdGhpcyBpcyBhIGxvbmcgbWV0cmlj_total is high
client-certificate-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM
open /etc/ssl/tls.key: permission denied
x-request-id: 7b1e1c5e-8f8a-4f9e-9d1c-abcdefabcdef, etag "33a64df551425fcc55e4d42a148795d9f25f89d4"
docker run -p 8080:80 nginx; mysql -P 3306; redis-cli -p 6379; nc -w 5 db 5432; ssh -p 2222 host
tests pass: 12, pass=12 fail=3, smoke test pass: all green
api key "ci" was revoked; access key age: 120 days; signing key "2026-11" is about to expire
duplicate key value violates unique constraint "users_password_key"
column "password" of relation "users" does not exist
UPDATE users SET password = $1 WHERE id = $2
password=$DB_PASSWORD password: \${DB_PASSWORD} password=*** password=[FILTERED] env DB_PASSWORD=(unset)
password: {{ .Values.db.password }}
grant_type=password&scope=openid
Passwort: abgelaufen, das Passwort ist falsch
mot de passe: incorrect
contraseña: incorrecta
密码: 错误，密码：不正确，用户 app 密码错误 3 次
Die Kennwort-Regel gilt`.split('\n')

for (const text of READABLE) test(`readable: ${text}`, () => assert.equal(redact(text), text))

const piece = fc.constantFrom(
  ...[
    'password',
    'Password: ',
    'passwort',
    '密码',
    '密钥:',
    'pass',
    'token',
    ' from ',
    ' to ',
    ' is ',
    'mysql -u a -p',
    'curl -u a:',
  ],
  ...[
    'requirepass ',
    '"',
    "'",
    '`',
    '\\',
    '\n',
    '  ',
    ' ',
    ':',
    '=',
    '&',
    '?',
    '|',
    '>-',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '.',
  ],
  ...[
    'horse',
    'battery',
    'x1y2z3a4b5c6d7',
    '$1',
    '$ABC',
    '[redacted]',
    '"auth":"',
    'YXBwOmh1bnRlcjI=',
    'tls.key: ',
    '12 a',
  ],
)
const nasty = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))

test('whatever stands together, redacting twice is redacting once, and JSON stays JSON', () => {
  fc.assert(
    fc.property(nasty, nasty, fc.nat(2), (one, other, nesting) => {
      assert.equal(redact(redact(one)), redact(one))
      let line = JSON.stringify({ [one]: other, other: one, list: [one, 1] })
      for (let level = 0; level < nesting; level++) line = JSON.stringify({ msg: line })
      JSON.parse(redact(line))
    }),
    { numRuns: inLength(1_500, 5_000), seed: 7 },
  )
})
