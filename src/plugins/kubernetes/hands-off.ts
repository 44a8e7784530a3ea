/** Words by which people keep hands off an object that runs, during a test, a freeze, a migration; not those about its file. */

/** Base forms, and those after `be`. */
const DEED = String.raw`(auto[\s_.-]?)?(scale|restart|reboot|bounce|roll([\s_.-]?back)?|rollback|re-?deploy|deploy|touch|kill|evict|disrupt|delete|cordon|drain|start|stop|replace|intervene|remediate)`
const DONE = String.raw`(auto[\s_.-]?)?(scaled|restarted|rebooted|bounced|rolled([\s_.-]?back)?|re-?deployed|deployed|touched|killed|evicted|disrupted|deleted|cordoned|drained|started|stopped|replaced|changed)`
const DEEDS =
  '(scaling|(re)?starts?|reboots?|rollbacks?|rollouts?|(re-?)?deploy(ment)?s?|changes|automation|intervention|remediation|disruptions?)'

const BANNED = String.raw`(forbidden|prohibited|banned|not[\s_.-]+(allowed|permitted))`

/** `do not scale`, `must not be restarted`, `no rollbacks`. What never happened is no order. */
const ORDERS = [
  String.raw`\b(do|must|should|may|shall|can)[\s_.-]*not[\s_.-]+(${DEED}|be[\s_.-]+${DONE})\b`,
  String.raw`\b(not[\s_.-]+to[\s_.-]+be[\s_.-]+${DONE}|(don['’]?t|never|not[\s_.-]+to)[\s_.-]+${DEED})\b`,
  String.raw`\bno[\s_.-]+(auto(mat(ic|ed))?[\s_.-]+|manual[\s_.-]+)?${DEEDS}\b`,
  String.raw`\b${DEEDS}[\s_.-]+(is|are)[\s_.-]+(\w+[\s_.-]+)?${BANNED}\b`,
  String.raw`\bhands[\s_.-]?off\b|\bleave[\s_.-]+((it|this|them)[\s_.-]+)?(alone|as[\s_.-]is)\b`,
  '(请勿|切勿|严禁|禁止|不得|勿|不要|不可)(手动|随意|自动)?(重启|扩容|缩容|回滚|扩缩容|操作|变更|改动|触碰|拉起|启动|恢复|上线|删除|驱逐)',
  '勿动|別動|别动|触らない|再起動(しない|禁止)',
  String.raw`\bnicht (anfassen|skalieren|neu ?starten|anrühren)|\bne pas (toucher|redémarrer)|\bno (tocar|reiniciar|escalar)\b`,
]
const HANDS_OFF = new RegExp(ORDERS.join('|'), 'iu')

/** `rollback: forbidden, 6.x cannot read the file` */
const DEED_AS_KEY = new RegExp(`(^|[./_-])(${DEED}|${DEEDS})$`, 'iu')
const IS_BANNED = new RegExp(String.raw`^\W*(${BANNED}|禁止|不允许|verboten|interdit|prohibido)`, 'iu')

/** A switch by which people reserve an object: its key ends so. */
const RESERVED =
  /(^|[./_-])((change|deploy|release|code)[-_]?)?(freeze|frozen|(on|legal)?[-_]?hold|locked([-_]by)?|no[-_]?touch|quarantined?|forensics?|(load|stress|capacity|soak|chaos)[-_]?test|game[-_]?day)$/i

/** In a sentence: it is meant to be so, it is being tried, or somebody decides when that ends. */
const RESERVES = new RegExp(
  [
    String.raw`\b(on purpose|by design|intentional(ly)?|deliberate(ly)?|frozen|freeze|on hold|embargo|injunction|court order|forensics?)\b`,
    String.raw`\b((load|stress|capacity|soak|chaos|endurance)[- ]?tests?|benchmark|game ?day|drill|rehearsal|under (test|investigation|observation|audit))\b`,
    String.raw`\buntil (further|released|approved|signed|told|the|\d|mon|tue|wed|thu|fri|sat|sun)`,
    String.raw`\b((may|must) only|only (by|after|with)|nobody|no one|(stays?|remains?|keep( it| this)?) (at|on|as|down|off|up)|must (stay|remain))\b`,
    String.raw`\b((pending|awaiting|waiting for|without) (approval|asking|release|decision|review))\b`,
    String.raw`\b(lasttest|absichtlich|eingefroren|gesperrt|darf nicht|bis auf weiteres|volontaire|exercice|interdit|jusqu|a propósito|prueba de carga|simulacro|congelad[oa])`,
    '压测|演练|冻结|封网|封版|保留现场|取证|故意|有意|負荷試験|訓練|凍結|意図的',
  ].join('|'),
  'iu',
)
const SENTENCE = /\S+\s+\S+\s+\S+|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{4}/u
/** What it is, not what may be done with it. */
const DESCRIBES = /(^|[./_-])(description|summary|about|change-cause)$/i

export function forbids(key: string, value: string): boolean {
  if (DEED_AS_KEY.test(key) && IS_BANNED.test(value)) return true
  if (HANDS_OFF.test(key) || HANDS_OFF.test(value) || RESERVED.test(key)) return true
  return !DESCRIBES.test(key) && SENTENCE.test(value) && RESERVES.test(value)
}
