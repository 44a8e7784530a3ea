/**
 * One look before a dozen: every pattern of the redactor needs one of these words or marks, and most text has none of them.
 * A pattern that is added needs its mark here; `corpus.test.ts` and the tests of each pattern would show that it is missing.
 */
const NAMES = 'pass|pw|key|secret|token|credential|sess|\\.sid|sig|auth|cookie|bearer|basic|identified'
const KEYS =
  'sk[-_]|[pr]k_|whsec|gh[pousr]_|github|gl[a-z]{2,4}-|xox|xapp|aiza|gocspx|ya29|akia|asia|hv[sb]\\.|sg\\.|npm|hf[_-]|pypi|dop_|dckr|ls0t|yxbp|fbk_|eyj'
const PLACES = 'hook|telegram|docker|digest|--from-literal|@|\\d{8}:'
const PROGRAMS = 'mysql|maria|mongo|redis|valkey|sqlcmd|bcp|isql|ldap|openssl|smbclient|curl|podman|helm'
const FOREIGN = 'kennwort|contrase|senha|wachtwoord|hasło|пароль|密|口令|令牌|パスワード|비밀번호|トークン|clave'

const ANY = new RegExp([NAMES, KEYS, PLACES, PROGRAMS, FOREIGN].join('|'), 'i')

export function mayHoldSecret(text: string): boolean {
  return ANY.test(text)
}
