/** Names in plain text, as people and bots write them: "pod checkout-7d9f-abcde in namespace shop". */
import { isPlausibleName, type Named, type WorkloadKind } from './label-names.ts'

/** A name of the cluster: lower case, digits, hyphens, dots. */
const NAME = '([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)'
const QUOTE = '[\'"`“”]?'

type Pattern = readonly [field: keyof Named, pattern: RegExp]

function after(words: string): RegExp {
  return new RegExp(
    `(?<![\\w.-])(?:${words})(?:\\s+(?:named|called))?(?:\\s*[:=]\\s*|\\s+|(?=['"\`“]))${QUOTE}${NAME}${QUOTE}(?![\\w/-]|\\.\\w)`,
    'gi',
  )
}

/** "the orders table": people name what they mean before they say what it is. */
function before(words: string): RegExp {
  return new RegExp(`\\b(?:the|in|on|of|our)\\s+${QUOTE}${NAME}${QUOTE}\\s+(?:${words})\\b`, 'gi')
}

/** The first that names something counts. */
const PATTERNS: readonly Pattern[] = [
  ['namespace', after('namespace|ns')],
  ['pod', after('pod')],
  ['container', after('container')],
  ['service', after('service|svc')],
  ['node', after('node')],
  ['claim', after('persistentvolumeclaim|pvc|claim')],
  ['database', before('database|db')],
  ['database', after('database|db')],
  ['table', before('table|relation')],
  ['table', after('table|relation')],
]

const WORKLOADS: readonly (readonly [WorkloadKind, RegExp])[] = [
  ['Deployment', after('deployment|deploy')],
  ['StatefulSet', after('statefulset')],
  ['DaemonSet', after('daemonset')],
  ['CronJob', after('cronjob')],
  ['Job', after('job')],
]

/** `shop/checkout-7d9f8b6c54-x2x9q`: a namespace and a pod, as many tools print them. */
const PATH = new RegExp(`(?:^|[\\s'"(\`])${NAME}/${NAME}(?=$|[\\s'"),.:;\`])`, 'm')
/** The hash of a template and of a pod, with what stands before them. */
const POD_OF_DEPLOYMENT =
  /\b([a-z0-9](?:[a-z0-9-]*[a-z0-9])?-[a-f0-9bcdfghjklmnpqrstvwxz]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5})\b/
const PID = /\bpid\s*[:=]?\s*(\d{2,9})\b/i
/** `stated` decides nothing here but spares a look: what a label says is not looked for. */
export function readMentions(text: string, stated: Named): Named {
  const named: Named = {}
  for (const [field, pattern] of PATTERNS) {
    if (stated[field] !== undefined || named[field] !== undefined) continue
    const name = firstName(text, pattern, field)
    if (name !== undefined) Object.assign(named, { [field]: name })
  }
  return {
    ...named,
    // "Pod checkout is stuck (checkout-7d9f8b6c54-x2x9q)": the whole name says more than the word after "pod".
    ...(stated.pod === undefined && podOf(text)),
    ...workloadOf(text, stated),
    ...pathOf(text, { ...named, ...stated }),
    ...pidOf(text, stated),
  }
}

/** "Node pool … node worker-7": the first that is a name, not the first word that stands in its place. */
function firstName(text: string, pattern: RegExp, field: keyof Named): string | undefined {
  const spoken = [...text.matchAll(pattern)].map(([, name = '']) => name)
  return spoken.find((name) => isPlausibleName(name, field))
}

function podOf(text: string): Named {
  const pod = POD_OF_DEPLOYMENT.exec(text)?.[1]
  return pod === undefined ? {} : { pod }
}

function workloadOf(text: string, stated: Named): Named {
  if (stated.workload) return {}
  for (const [kind, pattern] of WORKLOADS) {
    const name = firstName(text, pattern, 'workload')
    if (name !== undefined) return { workload: { kind, name } }
  }
  return {}
}

/** Taken only where it fits what is known: a path in a log line looks the same. */
function pathOf(text: string, { namespace, pod }: Named): Named {
  const [, first = '', second = ''] = PATH.exec(text) ?? []
  if (namespace !== undefined && namespace !== first) return {}
  if (pod !== undefined && pod !== second) return {}
  return POD_OF_DEPLOYMENT.test(second) ? { namespace: first, pod: second } : {}
}

function pidOf(text: string, stated: Named): Named {
  const pid = Number(PID.exec(text)?.[1])
  return pid > 0 && stated.pid === undefined ? { pid } : {}
}

// Which issue of the error tracker an alert speaks of: by a word, by the address of its page, or by its short id.

/** `BOOKINGS-9F`: the project in capitals and the issue in letters and digits. */
const SHORT = '[A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)*-[A-Z0-9]{1,8}'
const NAMED = new RegExp(`\\b(?:[Ii]ssue|ISSUE)\\s*(?:id|ID)?\\s*[:=#]?\\s*(${SHORT}|\\d{3,})\\b`)
const ADDRESS = new RegExp(`https?://[^\\s"'<>)]*?/issues?/(${SHORT}|\\d{2,})(?![\\w-])`, 'g')
/** People plan their work there: an issue of theirs is no error. */
const OF_PEOPLE = /github|gitlab|bitbucket|codeberg|gitea|jira|redmine|youtrack|linear\.app|\/-\/issues/i
const BESIDE_TRACKER = new RegExp(
  `\\b(?:sentry|glitchtip|(?:error[ -]?)?tracker|tracked (?:as|in)|exception|error group)\\b[^\\n.]{0,40}?(?<![\\w-])(${SHORT})(?![\\w-])`,
  'i',
)
const ANY_SHORT = new RegExp(`(?<![\\w/-])(${SHORT})(?![\\w/-])`, 'g')
const FIELD = /(?:^|[._-])(?:issue(?:[._-]?(?:short)?[._-]?id)?|short[._-]?id)$/i

type AlertText = {
  /** Labels and annotations, addresses too. */
  fields: Readonly<Record<string, string>>
  text: string
  /** Of whom the alert speaks: an issue that bears such a name is theirs. */
  names: readonly string[]
}

export function issueIn({ fields, text, names }: AlertText): string | undefined {
  const values = [text, ...Object.values(fields)]
  return (
    ofField(fields) ??
    NAMED.exec(text)?.[1] ??
    values.map(ofAddress).find((one) => one !== undefined) ??
    besideTracker(text) ??
    values.flatMap((value) => value.match(ANY_SHORT) ?? []).find((short) => isOf(short, names))
  )
}

function ofField(fields: AlertText['fields']): string | undefined {
  const isIssue = new RegExp(`^(?:${SHORT}|\\d{3,})$`)
  const naming = Object.entries(fields).filter(([name, value]) => FIELD.test(name) && isIssue.test(value.trim()))
  return naming.find(([name]) => !OF_PEOPLE.test(name))?.[1].trim()
}

function ofAddress(value: string): string | undefined {
  const [first] = [...value.matchAll(ADDRESS)].filter(([address]) => !OF_PEOPLE.test(address))
  return first?.[1]
}

/** The words around it may be in any case, the id may not. */
function besideTracker(text: string): string | undefined {
  const short = BESIDE_TRACKER.exec(text)?.[1]
  return short !== undefined && /^[A-Z0-9_-]+$/.test(short) ? short : undefined
}

function isOf(short: string, names: readonly string[]): boolean {
  const project = short.slice(0, short.lastIndexOf('-')).toLowerCase().replaceAll('_', '-')
  return names.some((name) => name === project || name.startsWith(`${project}-`) || project.startsWith(`${name}-`))
}
