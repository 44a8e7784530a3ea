/** The general shapes in which programs say what they lack. The first that fits a line names it, so the special stand first. */

import { CERTIFICATE_REFUSED, UNRESOLVED } from './wordings.ts'

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

export const CLUE_PATTERNS: readonly CluePattern[] = [
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
