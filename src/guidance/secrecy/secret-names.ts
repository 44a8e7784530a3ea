/** The names that announce a secret, wherever one is given a name: `DB_PASSWORD=`, `"apiKey":`, `--token`. */
import { CleanTexts } from './clean-texts.ts'
import { withoutInvisible } from './invisible.ts'
import { mayHoldSecret } from './may-hold-secret.ts'

export const PASSWORD_NAME = 'pass(?:words?|wd|phrase|code)(?:[_-]?hash)?|pwd'

// Plain `key` is left out: primary keys, cache keys and object keys are what operations text is made of.
export const KEY_NAME =
  '(?:api|access|private|secret|account|auth|signing|encrypt(?:ion)?|master|session)[ _-]?keys?(?:[_-]base)?|credentials?|secret|token'

// The digits allow for DB_PASSWORD2. Nothing else may follow: `secretName` and `token_type` are no secrets; `several-secrets.ts` knows of `tokens`.
export const SECRET_NAME = `(?:${PASSWORD_NAME}|${KEY_NAME}|(?:j|php)sess(?:ion)?id|connect\\.sid|x-(?:amz|goog)-signature)\\d{0,2}`

/** Too short to be sure of: tests pass too. What they name counts where it is quoted, or looks like a password. */
export const SHORT_NAME = '(?<![\\w-])(?:pass|pw)(?=[ \\t]{0,4}["\'\\\\]{0,8}[ \\t]{0,4}[=:])'

/** Without one of these there is no name of a password or a key. Far cheaper to look for than the names themselves. */
export const NAME_MARK = 'pass|pw|[eghinrst][ _-]?key|credential|secret|token'

const SECRET_KEY = new RegExp(
  `(?:${SECRET_NAME}|authorization|cookies?|(?:^|[_.-])pass|passwort|kennwort|mot_de_passe|contraseña|senha|пароль|密码|密碼|口令)$`,
  'i',
)

/** Names without one: nearly all, and the same ones come with every alert. */
const plainNames = new CleanTexts()

export function isSecretName(name: string): boolean {
  if (plainNames.has(name)) return false
  const bare = withoutInvisible(name)
  const isSecret = mayHoldSecret(bare) && SECRET_KEY.test(bare)
  if (!isSecret) plainNames.add(name)
  return isSecret
}
