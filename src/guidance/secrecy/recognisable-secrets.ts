import { MASK } from './mask.ts'
import { SECRET_NAME } from './secret-names.ts'
import { maskSpans, spanFrom } from './spans.ts'
import { skip, skipAll } from './value-extent.ts'

// A key begins where no name goes on; behind `\n` (a line break in JSON) and `%3D` (`=` in a URL) it begins as well.
const BEGINS = '(?:(?<![\\w-])|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2}))'

const KEY_FORMS = [
  'sk-(?:ant|proj|svcacct|admin|or|live|test)-[\\w-]{8,4096}',
  'sk-[A-Za-z0-9]{20,4096}',
  '(?:[spr]k_(?:live|test)|whsec)_[A-Za-z0-9]{8,4096}',
  'gh[pousr]_[A-Za-z0-9]{16,4096}',
  'github_pat_\\w{16,4096}',
  'gl(?:pat|ptt|dt|rt|cbt|soat)-[\\w-]{12,4096}',
  'xox[a-z]-[\\w-]{8,4096}',
  'xapp-[\\w-]{16,4096}',
  'AIza[\\w-]{20,4096}',
  'GOCSPX-[\\w-]{16,4096}',
  'ya29\\.[\\w-]{16,4096}',
  '(?:AKIA|ASIA)[A-Z0-9]{12,4096}',
  'hv[sb]\\.[\\w-]{16,4096}',
  'SG\\.[\\w-]{12,4096}\\.[\\w-]{12,4096}',
  '(?:npm|hf|pypi|dop_v1|dckr_pat)[_-][A-Za-z0-9]{24,4096}',
  // PEM in base64, as clusters keep keys; a certificate begins likewise, and is public.
  'LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[A-Za-z0-9+/]{16,65536}={0,2}',
  // A kubeconfig in base64.
  'YXBpVmVyc2lvbjogdjE[A-Za-z0-9+/]{40,65536}={0,2}',
  // Our own keys: the id alone, as it is listed, stays readable.
  'fbk_[\\w-]{16,4096}',
  // JSON Web Tokens: three parts, five when encrypted.
  'eyJ[\\w-]{8,16384}\\.[\\w-]{2,16384}\\.[\\w-]{0,16384}(?:\\.[\\w-]{1,16384}){0,2}',
]

const KEY = new RegExp(`${BEGINS}(?:${KEY_FORMS.join('|')})`, 'g')

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g

// The body stops at the next dashes, and a key whose end was cut off is masked as far as it goes.
const PIECE_OF_PRIVATE_KEY = /[A-Za-z0-9+/=\s:,.]{1,4096}|-(?!----)|\\{1,8}[nrt]/y

const END_OF_PRIVATE_KEY = /-----END [A-Z0-9 ]{0,60}-----/y

const SCHEME_AND_KEY = /(bearer|basic)(\s{1,4})(?=[\w.~+/-]{0,512}(?:\d|={1,2}(?![\w=[])))[\w.~+/-]{8,4096}={0,2}/gi

const WEBHOOK =
  /(hooks\.slack\.com\/(?:services|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/\d{1,24}\/|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/(?:v2\/)?hook\/|office\.com\/webhook(?:b2)?\/|api\.telegram\.org\/bot)[\w/:@.-]{8,4096}?(?=\/send|[^\w/:@.-]|$)/g

// What Kubernetes and Docker call them; in prose a file of such a name is followed by why it cannot be read.
const ENCODED =
  /((?:client-key-data|\.?dockerconfigjson|tls\.key)(?:\\{0,7}["'])?[ \t]{0,8}:[ \t]{0,8}(?:\\{0,7}["'])?)[A-Za-z0-9+/]{16,65536}={0,2}/g

// A Telegram bot's, behind its number. Searched for by its colon: every line of a log begins with digits.
const BOT_TOKEN = /:(?<=\d{8}:)[\w-]{35}(?![\w-])/g

const ORACLE = /(jdbc:oracle:[a-z]{1,8}:[^\s/@"'\\]{1,64}\/)[^\s@"'\\]{1,256}(?=@)/g

// `{"auths": {"registry": {"auth": "…"}}}`: user and password in one.
const REGISTRY_LOGIN = /("auth"\s{0,4}:\s{0,4}")([A-Za-z0-9+/]{6,4096}={0,2})(?=")/g

// First within the authority, up to its last `@`; else with slashes, unless the colon only introduces a port.
const URL_PASSWORD =
  /(:(?:\\?\/){2}[^\s:@/?#"'`<>\\[]{0,256}:)(?:[^\s"'`<>\\/?#:@]{0,512}(?:[:@](?!\/\/)[^\s"'`<>\\/?#:@]{0,512}){0,16}|(?!\d{1,5}[/?#])[^\s"'`<>\\:@]{0,512})@/g

const ELEMENT = new RegExp(`(<(?:[\\w.:-]{0,40}[_.:-])?(?:${SECRET_NAME})>)[^<"\\\\\\s]{1,4096}(?=</)`, 'gi')

const KEY_MARK =
  /sk-|[spr]k_|whsec|gh[pousr]_|github_pat|gl[a-z]{2,4}-|xox|xapp|AIza|GOCSPX|ya29|AKIA|ASIA|hv[sb]\.|SG\.|(?:npm|hf|pypi)[_-]|dop_v1|dckr_pat|LS0t|YXBp|fbk_|eyJ/

/** Each is looked for only where a mark that it must have is there. */
const FORMS: readonly Form[] = [
  { mark: KEY_MARK, mask: (text) => text.replace(KEY, MASK) },
  { mark: /bearer|basic/i, mask: (text) => text.replace(SCHEME_AND_KEY, `$1$2${MASK}`) },
  { mark: /<\//, mask: (text) => text.replace(ELEMENT, `$1${MASK}`) },
  { mark: /hook|telegram/, mask: (text) => text.replace(WEBHOOK, `$1${MASK}`) },
  { mark: /client-key-data|dockerconfigjson|tls\.key/, mask: (text) => text.replace(ENCODED, `$1${MASK}`) },
  { mark: /:/, mask: (text) => text.replace(BOT_TOKEN, `:${MASK}`) },
  { mark: /jdbc:oracle/, mask: (text) => text.replace(ORACLE, `$1${MASK}`) },
  { mark: /"auth"/, mask: maskRegistryLogin },
  { mark: /@/, mask: (text) => text.replace(URL_PASSWORD, `$1${MASK}@`) },
]

type Form = { mark: RegExp; mask(text: string): string }

/** Secrets known by their shape alone, whatever stands around them. */
export function maskRecognisable(text: string): string {
  let masked = text
  for (const { mark, mask } of FORMS) if (mark.test(masked)) masked = mask(masked)
  return masked
}

function maskRegistryLogin(text: string): string {
  return text.replace(REGISTRY_LOGIN, (all, before: string, login: string) => (isLogin(login) ? before + MASK : all))
}

function isLogin(encoded: string): boolean {
  return /^[\w.@-]{1,64}:/.test(Buffer.from(encoded, 'base64').toString('latin1'))
}

export function maskPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) return text
  return maskSpans(text, PRIVATE_KEY, (begin) => {
    const body = skipAll(PIECE_OF_PRIVATE_KEY, text, begin.index + begin[0].length)
    return spanFrom(begin.index, skip(END_OF_PRIVATE_KEY, text, body))
  })
}
