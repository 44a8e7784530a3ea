/**
 * What a log says that is of use, by general patterns; a line that fits none says nothing here, whatever it claims.
 * Text that callers of a service can write into its log (paths, user agents) is taken out before anything is looked
 * for.
 */
import { BUILT_IN_PLUGINS } from '../../../../plugins/built-in-plugins.ts'
import { createRecogniser } from '../../instructions/gives-orders.ts'
import { remembering } from '../../remembering.ts'
import type { ContainerLog, LogLine, Shown } from '../cluster-scene.ts'
import { type Host, readHost, readUnresolvedHost } from './log-host.ts'
import { CERTIFICATE_REFUSED, isUnresolvedBeside, quotesServer, UNRESOLVED, unescaped } from './wordings.ts'

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
    const readHostOf = found.kind === 'unresolved' ? readUnresolvedHost : readHost
    const host = NEEDS_HOST.includes(found.kind) ? (readHostOf(said) ?? hostBefore(log.lines, at)) : undefined
    const isQuoted = quotesServer(said, `${log.name} ${log.container}`)
    return [{ ...found, host, line, fromEnd: after[at] ?? 0, isQuoted, log }]
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

// The general shapes in which programs say what they lack. The first that fits a line names it, so the special stand
// first.

export type ClueKind =
  | 'forbidden'
  | 'read_only_server'
  | 'exec_format'
  | 'missing_command'
  | 'missing_variable'
  | 'missing_file'
  | 'missing_module'
  | 'bad_flag'
  | 'bad_configuration'
  | 'authentication'
  | 'certificate'
  | 'unresolved'
  | 'refused'
  | 'too_many_files'
  | 'pool'
  | 'disk_full'
  | 'out_of_memory'
  | 'permission'
  | 'address_in_use'
  | 'wedged'
  | 'timeout'
  | 'reset'

/** `isWord` must fit the word found, where one is needed; without it a word is welcome but not needed. */
type CluePattern = readonly [kind: ClueKind, pattern: RegExp, isWord?: RegExp]

const VARIABLE = /^[A-Z][A-Z0-9_]{2,}$/
const UNSET =
  '(?:(?:(?:is|was|are|has)\\s+)?(?:not\\s+(?:been\\s+)?(?:set|defined|provided|specified|configured|found|present)|unset|undefined|missing|required|empty|mandatory)|(?:must|has to|needs to|should) be (?:set|defined|provided|specified|configured))'
const PATH =
  '((?:\\.{0,2}/[\\w.@-]+)+|[\\w./-]+\\.(?:ya?ml|json|toml|conf|cnf|ini|pem|crt|key|env|properties|xml|cfg|jar|sh|sql))'

const WORKERS =
  '(?:\\w+[ -])?(?:workers?|threads?|handlers?|slots?|consumers?|processes|goroutines?|executors?|fibers?|actors?|permits?)'
const BUSY = '(?:busy|active|in[ -]use|occupied|blocked|taken|running|checked out)'

const CLUE_PATTERNS: readonly CluePattern[] = [
  ['forbidden', /User ["']?(system:serviceaccount:[^"'\s]+)["']? cannot \w+ resource/],
  [
    'read_only_server',
    /cannot execute [A-Z ]+ in a read-only transaction|can't write against a read only (?:replica|slave)|running with the --(?:super-)?read-only option|NotWritablePrimary|not (?:primary|master) (?:and secondaryOk|error)/,
  ],
  ['exec_format', /exec format error/i],
  ['missing_command', /exec:? "?([^\s":]+)"?: executable file not found/i],
  ['missing_command', /executable file not found in \$?PATH|\b(\S+): command not found/i],
  ['missing_command', /(?:sh|bash|ash): (?:\d+: |line \d+: )?([\w./-]+): not found/i],
  ['missing_variable', /\b([A-Z][A-Z0-9_]{2,}): (?:parameter not set|unbound variable|parameter null or not set)/],
  ['missing_variable', /KeyError: '([A-Z][A-Z0-9_]{2,})'/],
  ['missing_variable', /Could not resolve placeholder '([^']+)'/],
  ['missing_variable', /required key (\w+) missing value/i],
  ['missing_variable', /^\s*(\w+)\s+field required/i],
  ['missing_file', /config file "?([^"\s]+)"? not found/i],
  [
    'missing_variable',
    new RegExp(
      `(?:env(?:ironment)?(?:\\s+var(?:iable)?)?|variable|setting|parameter|config(?:uration)?(?:\\s+(?:key|value|option))?)s?\\s*[:=]?\\s*["'\`$({]*(\\w+)["'\`)}]*\\s+${UNSET}`,
      'i',
    ),
    VARIABLE,
  ],
  [
    'missing_variable',
    /(?:missing|required|undefined|unset|no|empty|need|expected)\s+(?:required\s+|mandatory\s+)?(?:the\s+)?(?:env(?:ironment)?(?:\s+var(?:iable)?)?|variable|setting|config(?:uration)?(?:\s+(?:key|value|option|variable))?)s?\s*[:=]?\s*["'`$({]*(\w+)/i,
    VARIABLE,
  ],
  [
    'missing_variable',
    new RegExp(
      `["'\`$({]*\\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)["'\`)}]*\\s+(?:env(?:ironment)?\\s+var(?:iable)?\\s+)?${UNSET}`,
    ),
    VARIABLE,
  ],
  ['missing_variable', /(?:missing|undefined|unset|required):?\s+["'`$({]*([A-Z][A-Z0-9]*_[A-Z0-9_]+)/i, VARIABLE],
  ['certificate', CERTIFICATE_REFUSED],
  [
    'missing_module',
    /Cannot find module '([^']+)'|No module named '?([\w.]+)|ClassNotFoundException:? ([\w.$]+)|error while loading shared libraries: ([\w.+-]+)|LoadError: cannot load such file -- (\S+)/,
  ],
  ['unresolved', UNRESOLVED],
  ['disk_full', /no space left on device|ENOSPC|disk (?:is )?full|disk quota exceeded/i],
  ['too_many_files', /too many open files|\bEMFILE\b|\bENFILE\b/i],
  // A pool of sockets to one host, as urllib3 calls it, is not a pool that ran dry.
  ['timeout', /ConnectionPool\(host='[^']+', port=\d+\)[^\n]*(?:ConnectTimeout|timed out)/i],
  [
    'pool',
    /\b(\d+)\/\1\s+(?:connections|in use|checked out)|pool[^\n]{0,80}(?:exhaust|timed? ?out|timeout|starv|no (?:free|idle|available))|(?:all|no) (?:\d+ )?(?:pooled )?connections (?:are )?(?:checked out|in use|busy|available)|QueuePool limit|Connection is not available, request timed out|(?:timeout|timed out) (?:waiting for|acquiring|while acquiring|getting)[^\n]{0,40}(?:connection|pool)|remaining connection slots|too many (?:clients|connections)/i,
  ],
  [
    'authentication',
    /password authentication failed for user "?([\w.@-]+)|Access denied for user '([^']+)'|WRONGPASS|NOAUTH|authentication failed|invalid (?:username|password|credentials)|login failed|\b401 Unauthorized|\b28P01\b|invalid api key|credentials? (?:rejected|expired|invalid)|SASL authentication/i,
  ],
  [
    'refused',
    /connection ?refused|connection to \S+ refused|ECONNREFUSED|\b(?:os error|errno|SocketException \(?)\s?111\b|connect: refused|actively refused|can't connect to (?:\w+ )?server|broker may not be available|no healthy upstream|upstream connect error|couldn't connect to server|connect error: 111/i,
  ],
  [
    'out_of_memory',
    /OutOfMemoryError|heap out of memory|\bout of memory\b|cannot allocate memory|\bENOMEM\b|\bMemoryError\b|oom-kill/i,
  ],
  [
    'missing_file',
    new RegExp(`["'\`]?${PATH}["'\`]?[^\\n]{0,40}(?:no such file|not found|does not exist|ENOENT|missing)`, 'i'),
  ],
  [
    'missing_file',
    new RegExp(
      `(?:ENOENT|no such file or directory|FileNotFoundError|file not found|can(?:no|')t (?:open|find|read|access|load)|could not (?:open|find|read|load)|failed to (?:open|find|read|load))[^\\n]{0,60}?["'\`]?${PATH}`,
      'i',
    ),
  ],
  ['permission', new RegExp(`${PATH}["'\`]?[^\\n]{0,30}(?:permission denied|EACCES|read-only file system)`, 'i')],
  [
    'permission',
    new RegExp(
      `(?:permission denied|EACCES|EPERM|EROFS|operation not permitted|read-only file system)(?:[^\\n]{0,40}?["'\`]?${PATH})?`,
      'i',
    ),
  ],
  [
    'bad_flag',
    /(?:unknown|unrecognized|unrecognised|invalid|undefined|unsupported|no such|bad) (?:shorthand )?(?:command[- ]line )?(?:flag|option|argument|command(?![- ]line)|subcommand)s?\s*[:=]?\s*["'`]?(-{0,2}[\w][\w.-]*)/i,
  ],
  ['bad_flag', /flag provided but not defined: (-{1,2}[\w-]+)/i],
  ['bad_flag', /(?:bad|illegal|unrecognized) option:? ["'`]?(--?[\w-]+)/i],
  [
    'bad_configuration',
    /(?:cannot|can't|could not|failed to|unable to|error) pars(?:e|ing)[^\n]{0,20}?["'`\s](--?[a-z][\w.-]+)/i,
  ],
  [
    'bad_configuration',
    /(?:invalid|malformed|bad|illegal|unsupported|unknown) (?:config(?:uration)?|value|setting|parameter|key|field|log level|duration|port|url|dsn)\b[^\n]{0,20}?["'`:=]\s*["'`]?([\w./:@-]+)/i,
  ],
  [
    'bad_configuration',
    /(?:config(?:uration)?|ya?ml|json|toml)[^\n]{0,30}(?:error|invalid|parse|syntax|malformed|failed to (?:load|parse|read))/i,
  ],
  ['bad_configuration', /unrecognized configuration parameter "([^"]+)"/i],
  ['bad_configuration', /unknown directive "([^"]+)"/i],
  ['bad_configuration', /\b([\w.[\]]+): (?:no such field|unknown field|additional property)/i],
  [
    'bad_configuration',
    /(?:error|fail(?:ed|ure)?|unable|could not|cannot)[^\n]{0,20}(?:initiali[sz]|load|pars|read|decod|validat|unmarshal)\w*[^\n]{0,20}config(?:uration)?\b/i,
  ],
  ['address_in_use', /address already in use|EADDRINUSE/i],
  [
    'wedged',
    /thread[^\n]{0,60}(?:deadlock|stuck|blocked|starv|hung)|event loop (?:is )?(?:blocked|stalled)|worker[^\n]{0,60}(?:hung|stuck|wedged|not responding)|watchdog[^\n]{0,40}(?:stuck|stall|not respond)|(?:java-level|thread|goroutine|worker) deadlock|all goroutines are asleep|queue (?:is )?full \((\d+)\/\1\)|no (?:task|job|request|message)s? (?:has |have )?(?:finished|completed|processed) (?:for|since)/i,
  ],
  // All that there are, and none free: alone in one of several replicas, somebody does not give them back.
  ['wedged', new RegExp(`\\b([1-9]\\d{0,4})\\s*(?:/|of|out of)\\s*\\1\\s+${WORKERS}[^\\n]{0,20}${BUSY}`, 'i')],
  ['wedged', new RegExp(`${WORKERS}[^\\n]{0,12}${BUSY}\\W{0,3}([1-9]\\d{0,4})\\s*(?:/|of|out of)\\s*\\1\\b`, 'i')],
  [
    'timeout',
    /i\/o timeout|E(?:SOCKET)?TIMEDOUT|Net::(?:Open|Read)Timeout|(?:Connect|Read|Socket)Timeout(?:Exception|Error)|HttpClient\.Timeout of|deadline has elapsed|connect_timeout\b|tcp (?:connect|recv|send) \([^)]*\): tim(?:eout|ed out)|:timeout\}|SocketException \(110\)|connect(?:ion)? (?:attempt )?timed out|dial tcp[^\n]*timeout|deadline exceeded|no route to host|EHOSTUNREACH|network is unreachable|timed out (?:after|waiting|connecting)|(?:upstream|operation|read|download|socket|handshake|\(tcp\)) timed out|timeout (?:was reached|expired|connecting to)|no servers could be reached/i,
  ],
  // Clients that say only that it did not work: the most general comes last.
  [
    'refused',
    /(?:unable|failed|not possible|cannot|could not) (?:to )?connect(?:ing)? to (?:the |any |\[)?\S|could not establish (?:a )?(?:TCP )?connection|no (?:servers|brokers|nodes|hosts) (?:are )?available for connection|NoBrokersAvailable|TCPConnectionFailedForAllHosts|failed connecting to \S|produced zero addresses|failed to connect to all addresses/i,
  ],
  // Somebody was there and let go: whom it was is worth a look, but it says nothing more.
  [
    'reset',
    /connection ?reset|ECONNRESET|socket hang up|forcibly closed by the remote|server closed the connection unexpectedly|connection was closed by the (?:remote|server)|SocketException \(104\)/i,
  ],
]
