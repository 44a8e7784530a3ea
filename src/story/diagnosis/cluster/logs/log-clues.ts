/**
 * What a log says that is of use, by general patterns; a line that fits none says nothing here, whatever it claims. Text
 * that callers of a service can write into its log (paths, user agents) is taken out before anything is looked for.
 */

import { BUILT_IN_PLUGINS } from '../../../../plugins/built-in-plugins.ts'
import { createRecogniser } from '../../instructions/gives-orders.ts'
import { remembering } from '../../remembering.ts'
import type { ContainerLog, LogLine, Shown } from '../cluster-scene.ts'
import { CLUE_PATTERNS, type ClueKind } from './clue-patterns.ts'
import { type Host, readHost, readUnresolvedHost } from './log-host.ts'
import { quotesServer, unescaped } from './quoted-answer.ts'
import { isUnresolvedBeside } from './wordings.ts'

export type Clue = {
  kind: ClueKind
  /** The literal word the line is about: a variable, a file, a flag, a user. */
  word: string | undefined
  host: Host | undefined
  /** The line as it stands in the log. */
  line: LogLine
  /** Lines after it in its log, the steps of a stack trace not counted. */
  fromEnd: number
  /** A client quotes its server: whose trouble it is. */
  isQuoted: boolean
  log: Shown<ContainerLog>
}

const NEEDS_HOST: readonly ClueKind[] = [
  'refused',
  'unresolved',
  'timeout',
  'reset',
  'authentication',
  'certificate',
  'pool',
]

/** A trace of sixty steps may stand between the reason and the end. */
const TRACE = /^\s+(at |\.\.\. \d+ (?:more|common)|File "|in [\w./]+:\d+)/

/** In the order of the log. */
export function cluesOf(log: Shown<ContainerLog>): Clue[] {
  const after = linesAfter(log.lines)
  return log.lines.flatMap((line, at) => {
    const said = withoutFields(continued(line.text, log.lines[at - 1]?.text))
    const found = recognise(said) ?? recogniseBeside(said, log.lines, at)
    // Only what would count is weighed: it is costly, and most lines say nothing.
    if (!found || isOrder(line.text)) return []
    const host = NEEDS_HOST.includes(found.kind) ? (hostOf(found.kind, said) ?? hostBefore(log.lines, at)) : undefined
    return [
      {
        ...found,
        host,
        line,
        fromEnd: after[at] ?? 0,
        isQuoted: quotesServer(said, `${log.name} ${log.container}`),
        log,
      },
    ]
  })
}

const TRACE_LINES_MAX = 20

/** What the line alone does not tell, the steps of its trace do. */
function recogniseBeside(said: string, lines: readonly LogLine[], at: number) {
  const next = lines.slice(at + 1, at + 1 + TRACE_LINES_MAX).map(({ text }) => text)
  const end = next.findIndex((text) => !TRACE.test(text))
  const trace = end === -1 ? next : next.slice(0, end)
  return isUnresolvedBeside(said, trace) ? { kind: 'unresolved' as const, word: undefined } : undefined
}

function linesAfter(lines: readonly LogLine[]): number[] {
  let count = 0
  return lines.map(({ text }) => (TRACE.test(text) ? count : count++)).map((before) => Math.max(0, count - 1 - before))
}

function hostOf(kind: ClueKind, said: string): Host | undefined {
  return kind === 'unresolved' ? readUnresolvedHost(said) : readHost(said)
}

/** An exception says below what went wrong and above with whom: the host stands in the line its record begins with. */
function hostBefore(lines: readonly LogLine[], at: number): Host | undefined {
  const own = lines[at]?.at
  for (let before = at - 1; before >= Math.max(0, at - RECORD_LINES_MAX); before--) {
    const line = lines[before]
    if (!line || TRACE.test(line.text)) continue
    // Where every line bears a time, those of one record bear the same; what is older is another matter.
    if (own !== undefined && !isSameMoment(own, line.at)) return undefined
    const host = FAILING.test(line.text) ? readHost(withoutFields(line.text)) : undefined
    if (host) return host
    // A line with a time of its own begins a record.
    if (own === undefined && line.at !== undefined) return undefined
  }
  return undefined
}

const SAME_MOMENT = 1000

function isSameMoment(one: Date, other: Date | undefined): boolean {
  return other !== undefined && Math.abs(one.getTime() - other.getTime()) <= SAME_MOMENT
}

const RECORD_LINES_MAX = 60
const FAILING = /error|exception|fail|cannot|can't|could not|unable|unreach|refus|retry|reconnect|timed? ?out/i

/** Some validators name the field in one line and what is wrong with it in the next. */
function continued(text: string, before: string | undefined): string {
  return /^\s+field required/i.test(text) && before !== undefined ? `${before.trim()} ${text.trim()}` : text
}

/** Several lines of one meaning: the first, the last, how often, and whose. */

const recognise = remembering((said: string): { kind: ClueKind; word: string | undefined } | undefined => {
  for (const [kind, pattern, isWord] of CLUE_PATTERNS) {
    const match = pattern.exec(said)
    if (!match) continue
    const word = match.slice(1).find((one) => one !== undefined)
    if (isWord && (word === undefined || !isWord.test(word))) continue
    return { kind, word: isWord || match.length > 1 ? word : undefined }
  }
  return undefined
})

/** Fields of a request that whoever sends it chooses. */
const OUTSIDE_FIELD =
  /\b(?:ua|user[-_ ]?agent|agent|referr?er|query|q|path|username|user_name|comment|title|subject|body|payload)=(?:"(?:[^"\\]|\\.)*"|'[^']*'|(\\+)"[^\n]{0,2000}?(?<!\\)\1"|\S+)/gi
/** Of an address, the path and what follows it. */
const OUTSIDE_PATH = /\b(ur[il]"?\s*[=:]\s*"?(?:[a-z][a-z0-9+]*:\/\/[^/\s"?#]+)?)[^\s",}]*/gi
const OUTSIDE_JSON_FIELD =
  /"(?:ua|user[-_ ]?agent|agent|referr?er|query|path|comment|title|subject|body|payload)"\s*:\s*"(?:[^"\\]|\\.)*"/gi
/** A path is what a caller chose; a whole address is one the program calls itself. */
const REQUEST = /"?\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+\/\S*(\s+HTTP\/[\d.]+")?/
const COMBINED_LOG = /"\s+\d{3}\s+\S+(?:\s+"[^"]*"){1,3}/
const DEEDS = BUILT_IN_PLUGINS.flatMap(({ name, category }) => (category === 'remediation' ? [name] : []))
const givesOrders = createRecogniser({ deeds: DEEDS, looks: [] })

/** A line that tells somebody what to do is no observation. */
export function isOrder(line: string): boolean {
  return givesOrders(line)
}

/** Undefined where the whole line is to be passed over. */
export function withoutOutsideText(line: string): string | undefined {
  return isOrder(line) ? undefined : withoutFields(line)
}

/** Twice where quotes are escaped: whoever sends a request must neither end his field with one nor hide behind it. */
const withoutFields = remembering((line: string): string => {
  const plain = unescaped(line)
  return plain === line ? cleared(line) : cleared(unescaped(cleared(line)))
})

function cleared(line: string): string {
  const plain = line
    .replace(OUTSIDE_FIELD, ' ')
    .replace(OUTSIDE_JSON_FIELD, ' ')
    .replace(OUTSIDE_PATH, '$1')
    .replace(COMBINED_LOG, ' ')
  return plain.replace(REQUEST, '$1')
}
