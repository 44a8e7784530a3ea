/** The names that announce a secret, wherever one is given a name: `DB_PASSWORD=`, `"apiKey":`, `--token`. */

export const PASSWORD_NAME = 'pass(?:words?|wd|phrase|code)(?:[_-]?hash)?|pwd'

// Plain `key` is left out: primary keys, cache keys and object keys are what operations text is made of.
export const KEY_NAME =
  '(?:api|access|private|secret|account|auth|signing|encrypt(?:ion)?|master|session)[ _-]?keys?|credentials?|secret|token'

// The digits allow for DB_PASSWORD2. Nothing else may follow: `tokens`, `secretName` and `token_type` are no secrets.
export const SECRET_NAME = `(?:${PASSWORD_NAME}|${KEY_NAME}|(?:j|php)sess(?:ion)?id|connect\\.sid|x-amz-signature)\\d{0,2}`

const SECRET_KEY = new RegExp(`(?:${SECRET_NAME}|authorization|cookies?|(?:^|[_.-])pass)$`, 'i')

export function isSecretName(name: string): boolean {
  return SECRET_KEY.test(name)
}
