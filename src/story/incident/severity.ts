/**
 * How bad it is. Senders state it in many vocabularies; we keep six words of our own.
 */
export type Severity = 'critical' | 'high' | 'medium' | 'warning' | 'low' | 'info'

/** 0 is the most severe: it is diagnosed first. `warning` is a word people know, and ranks with `medium`. */
export const SEVERITY_RANK: Readonly<Record<Severity, number>> = Object.freeze({
  critical: 0,
  high: 1,
  medium: 2,
  warning: 2,
  low: 3,
  info: 4,
})

const STATED_WORDS: Readonly<Record<Severity, readonly string[]>> = {
  critical: ['critical', 'fatal', 'emergency', 'disaster', 'p0', 'p1', 'sev0', 'sev1'],
  high: ['high', 'error', 'major', 'page', 'p2', 'sev2'],
  medium: ['medium', 'average', 'moderate', 'p3', 'sev3'],
  warning: ['warning', 'warn'],
  low: ['low', 'minor', 'p4', 'sev4'],
  info: ['info', 'notice', 'none'],
}

const SEVERITY_BY_WORD = wordTable(STATED_WORDS)

/** A severity stated in a label or in metadata. A word outside the vocabulary states nothing. */
export function readSeverity(word: string): Severity | undefined {
  return SEVERITY_BY_WORD.get(word.trim().toLowerCase())
}

// Chinese states come without blanks around them, so they are told by how the phrase begins.
const CHINESE_WORDS: Readonly<Record<Severity, readonly string[]>> = {
  critical: ['致命', '严重', '紧急', '灾难'],
  high: ['高', '重要', '错误'],
  medium: ['中', '一般'],
  warning: ['警告', '预警'],
  low: ['低', '次要', '轻微'],
  info: ['提示', '信息', '通知'],
}

const SEVERITY_BY_CHINESE_WORD = wordTable(CHINESE_WORDS)

/** What an alert says of its severity stands near its beginning; a log pasted behind it must not decide. */
const CHARACTERS_READ_MAX = 4000

/** The severity a text speaks of, or undefined: the caller then takes `medium`. What is stated outranks what is implied. */
export function severityFromText(text: string): Severity | undefined {
  const beginning = text.slice(0, CHARACTERS_READ_MAX)
  const firstLine = beginning.trimStart().split('\n', 1)[0] ?? ''
  return (
    firstStated(beginning, STATEMENT) ??
    firstStated(firstLine, BRACKET) ??
    firstStated(firstLine, OPENING) ??
    implied(beginning)
  )
}

/** `Severity: high`, `priority=P1`, `告警级别：严重`; but not a line's log level. */
const STATEMENT =
  /(?:\b(?:severity|priority|(?<!log )level)|严重程度|严重性|优先级|级别|等级)["']?\s*[:=：]\s*["']?([\p{L}\d]+)/giu

/** `[P1]`, `[FIRING:2] [critical]`, `【严重】`. */
const BRACKET = /[[【]\s*([^\]】]{1,24})[\]】]/g

/** `WARNING: …`, `P2 - …`, `紧急：…`. */
const OPENING = /^([\p{L}\d]+)(?:\s*[:：|]|\s+[-–—]\s)/gu

function firstStated(text: string, pattern: RegExp): Severity | undefined {
  for (const [, word = ''] of text.matchAll(pattern)) {
    const severity = readSeverity(word) ?? readChinese(word.trim())
    if (severity) return severity
  }
  return undefined
}

function readChinese(phrase: string): Severity | undefined {
  for (const [word, severity] of SEVERITY_BY_CHINESE_WORD) if (phrase.startsWith(word)) return severity
  return undefined
}

/**
 * Words that imply a severity, the most severe first. `high` and `low` count only beside "severity" or "priority",
 * because "high CPU" and "low disk space" tell a direction; `page` and `average` do not count at all.
 */
const IMPLYING: readonly (readonly [Severity, RegExp])[] = [
  [
    'critical',
    keywords(
      'critical|crit|fatal|emergency|disaster|outage|data loss|p[01]|sev-?[01]',
      '致命|严重|紧急|灾难|宕机|瘫痪',
    ),
  ],
  [
    'high',
    keywords(
      'errors?|err|5xx|major|fail(?:s|ed|ing|ures?)?|unavailable|unreachable|crash(?:ed|es|ing|loop\\w*)?',
      '崩溃|失败|报错|不可用',
    ),
  ],
  [
    'high',
    keywords(
      'oom-?killed|out of memory|(?:is|are|was|went|been) down|down(?=\\s*(?:[.!,;)]|$))|p2|sev-?2|high[- ](?:severity|priority)',
    ),
  ],
  ['warning', keywords('warn(?:ings?)?', '警告|预警')],
  ['medium', keywords('p3|sev-?3|(?:medium|moderate)[- ](?:severity|priority)')],
  ['low', keywords('minor|p4|sev-?4|low[- ](?:severity|priority)', '轻微')],
  ['info', keywords('informational|fyi')],
]

function implied(text: string): Severity | undefined {
  return IMPLYING.find(([, pattern]) => pattern.test(text))?.[0]
}

/** Whole words only, neither part of a name (`error-tracker`, `p1.example.com`) nor denied (`no errors`, `非严重`). */
function keywords(english: string, chinese?: string): RegExp {
  const words = `(?<![\\w./-]|\\b(?:no|not|non|zero|0|without)[\\s-])(?:${english})(?![\\w/-]|\\.\\w)`
  return new RegExp(chinese ? `${words}|(?<![不非无])(?:${chinese})` : words, 'im')
}

function wordTable(words: Readonly<Record<Severity, readonly string[]>>): ReadonlyMap<string, Severity> {
  const severities = Object.keys(words) as Severity[]
  return new Map(severities.flatMap((severity) => words[severity].map((word) => [word, severity] as const)))
}
