/**
 * Orders that people wrote in plain words into the environment context, before anything happened: a sentence that forbids a
 * deed keeps every step of that kind from whom it speaks of.
 */
import { noteSentences } from '../guidance/environment/note-sentences.ts'

/** What a step does, as people call it. */
export type Deed = 'scale' | 'restart' | 'rollback' | 'cordon' | 'end'

/** By their base form, as something done, as a matter, and in Chinese. */
const WORDS: Readonly<Record<Deed | 'any', readonly [base: string, done: string, matter: string, chinese: string]>> = {
  scale: ['scale', 'scaled', 'scaling|more (?:replicas|instances|pods)', '扩容|缩容|扩缩容|(?:增加|减少)副本'],
  restart: [
    'restart|reboot|bounce|kill|evict|delete|replace',
    'restarted|rebooted|bounced|killed|evicted|deleted|replaced',
    '(?:re)?starts?|reboots?',
    '重启|删除|驱逐|中断',
  ],
  rollback: [
    'roll(?: it)? ?back|rollback|revert|downgrade|undo',
    'rolled ?back|reverted|downgraded|undone',
    'roll-?backs?|downgrades?|way back',
    '回滚|回退|降级',
  ],
  cordon: ['cordon|drain|close', 'cordoned|drained|closed|taken out', 'cordons?|drains?', '隔离|驱逐|排空|封锁'],
  end: [
    'end|kill|cancel|terminate|abort|interrupt|stop',
    'ended|killed|cancell?ed|terminated|aborted|interrupted|stopped|disturbed',
    'interruptions?',
    '终止|中断|取消|结束|杀',
  ],
  any: ['touch|intervene|disturb', 'touched|disturbed', 'intervention|changes', '触碰|操作|变更|改动|动'],
}

const NOT = String.raw`\b(?:(?:do|must|may|should|shall|can)\s*not|cannot|never|don['’]?t|nobody (?:may|must))`
const BANNED = '(?:forbidden|prohibited|banned|not (?:allowed|permitted))'
const NOT_IN_CHINESE = '(?:请勿|切勿|严禁|禁止|不得|不要|不可|不能|勿)(?:手动|随意|自动)?'

/** `must not be restarted`, `no rollbacks`, `scaling is forbidden`. */
function passive(deed: Deed | 'any'): string {
  const [, done, matter] = WORDS[deed]
  return String.raw`${NOT} (?:\w+ )?be (?:\w+ )?(?:${done})\b|\bno (?:${matter})\b|\b(?:${matter}) (?:is|are) (?:\w+ )?${BANNED}`
}

/** `never restart`, `请勿重启`, and what comes after it. */
function active(deed: Deed | 'any'): string {
  const [base, , , chinese] = WORDS[deed]
  return `(?:${NOT} (?:${base})\\b|${NOT_IN_CHINESE}(?:${chinese}))(.*)`
}

/** `if it is interrupted, the chain is void`: who says what it would cost wants it left alone. */
function costly(deed: Deed): string {
  const [base, done, , chinese] = WORDS[deed]
  const cost = String.raw`void|lost|corrupt\w*|damag\w*|destroy\w*|invalid|unusable|inconsistent|anew|from the (?:first|beginning|start)`
  return String.raw`\b(?:if|when|once|whoever)\b[^.;]*?\b(?:${base}|${done})\b(?!.*\b(?:nothing|not|no|never|without)\b).*\b(?:${cost})\b|(?:如果|一旦|若).*(?:${chinese}).*(?:作废|丢失|损坏|从头)`
}

/** `no version below 4.9.0 may serve`: there is no way back. */
const FLOOR = String.raw`\bno (?:version|release|revision|image|build)s? (?:below|before|older than|earlier than|prior to|under)\b|(?:低于|早于).*版本.*${NOT_IN_CHINESE}`

/** How many there are is laid down, for a reason; that nothing scales it by itself is none. */
const COUNT = [
  String.raw`\b(?:count|number) of (?:replicas|instances|pods|workers|copies) (?:is|are|must be|must stay|stays?|remains?) (?:fixed|limited|prescribed) (?:because|by|for|since|as)\b`,
  String.raw`\b(?:exactly|at most|no more than|never more than) (?:one|two|three|four|five|six|\d+) (?:replicas?|instances?|pods?|workers?|copy|copies)\b`,
].join('|')

const OF_ONE: Partial<Record<Deed, readonly string[]>> = { scale: [COUNT], rollback: [FLOOR] }

/** `leave it alone`, whatever it is that one would do. */
const ALONE = String.raw`\b(?:leave|let)\b(?: \S+){1,5} (?:alone|be)\b|\bhands off\b|别动|请勿打扰`

type Orders = { passive: RegExp; active: RegExp }

const ordersAgainst = new Map<Deed | undefined, Orders>()

function ordersOf(deed: Deed | undefined): Orders {
  const known = ordersAgainst.get(deed)
  if (known) return known
  const deeds = deed ? [deed, 'any' as const] : ['any' as const]
  const made = {
    passive: new RegExp(
      [ALONE, ...deeds.map(passive), ...(deed ? [costly(deed), ...(OF_ONE[deed] ?? [])] : [])].join('|'),
      'iu',
    ),
    active: new RegExp(deeds.map(active).join('|'), 'isu'),
  }
  ordersAgainst.set(deed, made)
  return made
}

/** Whoever is spoken of was named there or shortly before. */
const BEFORE = 2
const NAME_LEAST = 3
/** Where the order itself does not say to whom, or only points at whoever was spoken of. */
const NO_OBJECT =
  /^\s*(?:$|[.,;:!?)。，；！]|该|此|它|本|(?:it|them|this|these|anything|before|until|while|during|because|unless|without|after|for|in|on|at|by)\b)/iu

/** The sentence of the notes that forbids the deed to one of these names. */
export function orderAgainst(
  deed: Deed | undefined,
  names: readonly string[],
  notes: readonly string[],
): string | undefined {
  const wanted = new Set(names.filter(({ length }) => length >= NAME_LEAST).map((name) => name.toLowerCase()))
  const orders = ordersOf(deed)
  for (const sentences of notes.map(noteSentences)) {
    const found = sentences.find(
      (sentence, at) =>
        isOrder(sentence, orders, wanted) &&
        sentences.slice(Math.max(0, at - BEFORE), at + 1).some((one) => bears(one, wanted)),
    )
    if (found !== undefined) return found.trim()
  }
  return undefined
}

function isOrder(sentence: string, { passive, active }: Orders, names: ReadonlySet<string>): boolean {
  if (passive.test(sentence)) return true
  const object = active
    .exec(sentence)
    ?.slice(1)
    .find((one) => one !== undefined)
  return object !== undefined && (NO_OBJECT.test(object) || bears(object, names))
}

function bears(sentence: string, names: ReadonlySet<string>): boolean {
  const words = sentence.toLowerCase().match(/[\p{L}\d]+(?:[-_.][\p{L}\d]+)*/gu) ?? []
  return words.some((word) => names.has(word) || names.has(word.split('.').at(-1) ?? ''))
}
