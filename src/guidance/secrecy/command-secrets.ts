/** Passwords on a command line or in a server's settings, known by the program they are given to. */
import { maskSpans, type Span, spanFrom } from './spans.ts'
import { endOfQuoted, endsString, openingQuoteAt, skip } from './value-extent.ts'

const REST_OF_COMMAND = '[^\\n|;&\\\\]{0,200}?'
const OPENING = '(?:\\\\{0,7}["\'])?'

/** A program and the flag behind which it takes its password. */
const FLAGS: readonly (readonly [programs: string, flag: string])[] = [
  // `mysql -u root -pSECRET`: without a space, unlike the port of most other programs.
  ['mysql|mysqldump|mysqladmin|mariadb|mariadb-dump', '\\s-p'],
  ['mongo|mongosh|mongodump|mongorestore|docker login|podman login|helm registry login', '\\s-p\\s{1,4}'],
  ['redis-cli|valkey-cli', '\\s-a\\s{1,4}'],
  ['sqlcmd|bcp|isql', '\\s-P\\s{0,4}'],
  ['ldapsearch|ldapmodify|ldapadd|ldapwhoami', '\\s-w\\s{1,4}'],
  ['openssl', '\\s(?:-k\\s{1,4}|-pass(?:in|out)?\\s{1,4}pass:)'],
  ['sshpass', '\\s-p\\s{0,4}'],
  // The user stands before it, and both may stand in one pair of quotes.
  ['smbclient', `\\s-U\\s{0,4}${OPENING}[^\\s%'"\\\\]{1,128}%`],
  ['curl', `\\s(?:-u|--user)[\\s=]{0,4}${OPENING}[^\\s:'"\\\\/]{1,128}:`],
]

const BEFORE = new RegExp(
  `\\b(?:${FLAGS.map(([programs, flag]) => `(?:${programs})\\b${REST_OF_COMMAND}${flag}`).join('|')}` +
    '|(?:requirepass|masterauth)\\s{1,4}|REDISCLI_AUTH=)(?=[^\\s:=])',
  'g',
)

const MARK =
  /mysql|mariadb|mongo|login|(?:redis|valkey)-cli|sqlcmd|bcp|isql|ldap|openssl|sshpass|smbclient|curl|requirepass|masterauth|REDISCLI_AUTH/

const BARE = /[^\s'"\\]{1,256}/y

export function maskCommands(text: string): string {
  if (!MARK.test(text)) return text
  return maskSpans(text, BEFORE, (match) => valueAt(text, match.index + match[0].length))
}

function valueAt(text: string, at: number): Span[] {
  const opening = openingQuoteAt(text, at)
  const start = at + opening.length
  if (opening === '') return spanFrom(at, skip(BARE, text, at))
  return endsString(text, start) ? [] : spanFrom(start, endOfQuoted(text, start, opening))
}
