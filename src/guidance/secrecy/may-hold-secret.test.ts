import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/world/chance.ts'
import { mayHoldSecret } from './may-hold-secret.ts'

/** What is looked for, as plainly as it can be said. */
const MARKS =
  /pass|pw|key|secret|token|credential|sess|\.sid|sig|auth|cookie|bearer|basic|identified|sk[-_]|[pr]k_|whsec|gh[pousr]_|github|gl[a-z]{2,4}-|xox|xapp|aiza|gocspx|ya29|akia|asia|hv[sb]\.|sg\.|npm|hf[_-]|pypi|dop_|dckr|ls0t|yxbp|fbk_|eyj|hook|telegram|docker|digest|--from-literal|@|\d{8}:|mysql|maria|mongo|redis|valkey|sqlcmd|bcp|isql|ldap|openssl|smbclient|curl|podman|helm|kennwort|contrase|senha|wachtwoord|hasło|пароль|密|口令|令牌|パスワード|비밀번호|トークン|clave/i

const PIECES = MARKS.source
  .split('|')
  .map((mark) => mark.replaceAll('\\', '').replace(/\[(.).*?\](\{.*?\})?/, '$1$1'))
  .concat('12345678:', '1234567:', 'glab-', 'glabcdef-', 'gl', 'pod ', 'Kube', '容器', ' ', '-', '_', '.', ':')

test('a text is let through exactly where it holds none of the marks', () => {
  const texts = fc.array(
    fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 }), fc.nat({ max: 9 }).map(String)),
  )
  fc.assert(
    fc.property(texts, fc.boolean(), fc.nat({ max: 4 }), (pieces, isLoud, cut) => {
      const text = pieces.join('').slice(cut)
      const said = isLoud ? text.toUpperCase() : text
      assert.equal(mayHoldSecret(said), MARKS.test(said), JSON.stringify(said))
    }),
    { numRuns: 3_000 },
  )
})

test('each mark is found by itself, at the beginning and after other words', () => {
  for (const text of [
    'pw',
    'PW',
    'a pw',
    '@',
    'x@y',
    '12345678:',
    '9 123456789:',
    'sk-',
    'gl--glpat-',
    'ls0t',
    '密',
    'é pw',
  ]) {
    assert.equal(mayHoldSecret(text), true, text)
  }
  for (const text of [
    '',
    'p',
    'w',
    'pod',
    '1234567:',
    'gl-',
    'glx-',
    'Pod payments-1 restarts: CrashLoopBackOff',
    '容器',
  ]) {
    assert.equal(mayHoldSecret(text), false, text)
  }
})
