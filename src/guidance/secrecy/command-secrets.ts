/** Passwords on a command line, known by the program they are given to, and those announced in other languages. */
import { MASK } from './mask.ts'

const VALUE = '[^\\s\'"\\\\]{1,256}'
const REST_OF_COMMAND = '[^\\n|;&\\\\]{0,200}?'

const FORMS: readonly RegExp[] = [
  // `mysql -u root -pSECRET`: without a space, unlike the port of most other programs.
  new RegExp(`(\\b(?:mysql|mysqldump|mysqladmin|mariadb)\\b${REST_OF_COMMAND}\\s-p)${VALUE}`, 'g'),
  new RegExp(`(\\bsshpass\\s{1,4}-p\\s{0,4}['"]?)${VALUE}`, 'g'),
  new RegExp(`(\\bcurl\\b${REST_OF_COMMAND}\\s(?:-u|--user)[\\s=]{1,4}['"]?[^\\s:'"\\\\]{1,128}:)${VALUE}`, 'g'),
  /((?:密码|口令|密碼|パスワード|비밀번호|пароль|contraseña|mot de passe|passwort|kennwort)\s{0,4}(?:是|为|[:：=＝])\s{0,4})[^\s'"\\，。；]{1,256}/gi,
]

export function maskCommands(text: string): string {
  return FORMS.reduce((masked, form) => masked.replace(form, `$1${MASK}`), text)
}
