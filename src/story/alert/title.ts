/**
 * Titles a person would write: one line that says what is wrong, and with what.
 */
const TITLE_CHARACTERS_MAX = 200

/** Control characters, and the marks that turn the direction of writing: a title must not rearrange the line it stands in. */
const UNPRINTABLE = /[\p{Cc}\u2028-\u202E\u2066-\u2069\s]+/gu
/** Whether any of them is more than one blank between two words; most lines are as they should be. */
const UNTIDY = /[\p{Cc}\u2028-\u202E\u2066-\u2069]|[^\S ]| {2}/u

export function oneLine(text: string, charactersMax = TITLE_CHARACTERS_MAX): string {
  const beginning = text.trimStart().slice(0, 4 * TITLE_CHARACTERS_MAX)
  const line = (UNTIDY.test(beginning) ? beginning.replace(UNPRINTABLE, ' ') : beginning).trim()
  if (line.length <= charactersMax) return line.toWellFormed()
  // The cut may fall within a surrogate pair; what is left of it goes too.
  return `${line
    .slice(0, charactersMax - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

/** The first line that has a word in it: people open their messages with rules and ornaments. */
export function firstLine(text: string): string {
  const lines = text.slice(0, 16 * TITLE_CHARACTERS_MAX).split(/[\r\n]+/)
  return oneLine(lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? text.trim())
}

type TitledAlert = {
  name: string
  labels: Readonly<Record<string, string>>
  annotations: Readonly<Record<string, string>>
}

/** The alert that matters most, and how many stand behind it; the number survives when the line is cut. */
export function groupTitleOf(lead: TitledAlert, others: number): string {
  const rest = others > 0 ? ` and ${others} more` : ''
  return `${oneLine(titleOf(lead), TITLE_CHARACTERS_MAX - rest.length) || 'Alert'}${rest}`
}

/** The summary, with the object it concerns unless it names it already; without a summary, the alert's name and object. */
function titleOf({ name, labels, annotations }: TitledAlert): string {
  const summary = firstLine(annotations.summary ?? '')
  const subject = subjectOf(labels)
  if (summary === '') return subject ? `${name}: ${subject.whole}` : name
  if (!subject || summary.includes(subject.object)) return summary
  return `${summary.replace(/\.$/, '')} (${subject.whole})`
}

/** Where an alert names its object, the most particular first, each with the label of what the object's name is unique in. */
const OBJECT_LABELS: readonly (readonly [label: string, home?: string])[] = [
  ['relname', 'datname'],
  ['datname'],
  ['pod', 'namespace'],
  ['deployment', 'namespace'],
  ['statefulset', 'namespace'],
  ['daemonset', 'namespace'],
  ['cronjob', 'namespace'],
  ['job_name', 'namespace'],
  ['persistentvolumeclaim', 'namespace'],
  ['service', 'namespace'],
  ['node'],
  ['instance'],
  ['host'],
]

function subjectOf(labels: Readonly<Record<string, string>>): { object: string; whole: string } | undefined {
  const [label, home] = OBJECT_LABELS.find(([each]) => labels[each]) ?? []
  const object = label && labels[label]
  if (!object) return undefined
  const place = home && labels[home]
  return { object, whole: place ? `${place}/${object}` : object }
}
