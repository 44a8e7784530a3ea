/** Which issue of the error tracker an alert speaks of: by a word, by the address of its page, or by its short id. */

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
