/** What all failing requests share: a tag of every event, or a field that only failing lines bear. */

import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, type Exhibit, holdsQuote } from '../../evidence.ts'
import { isErrorLine, type SaidLine } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import type { IssueTag, IssueView } from '../../signals/signal-scene.ts'

export type CommonFactor = { clause: string; evidence: readonly EvidenceReference[] }

/** Tags that say where and by what it was caught, and which all requests that come there have by nature; not what the request was. */
const OF_SURROUNDINGS =
  /^(release|dist|environment|level|logger|handled|mechanism|server_name|site|sdk.*|os.*|runtime.*|device.*|browser.*|client_os.*|user|host|hostname|pod|node|region|zone|cluster|namespace|service|app|endpoint|route|url|path|uri|transaction|operation|controller|action|handler|view|module|job|task|queue|(http[._])?(method|route|url|path|target|status([._]code)?)|exception.*|error[._]?(type|class|code))$/i
/** Nearly all is enough beside one that holds for all. */
const NEARLY = 0.9
/** A value is somebody's input; only what looks like a plain word is repeated. */
const PLAIN = /^[\w.:@/+-]{1,40}$/

export function commonTags(issue: IssueView): CommonFactor | undefined {
  const { tags, count, exhibit } = issue
  const telling = tags.filter(({ key }) => !OF_SURROUNDINGS.test(key) && count > 0)
  const always = telling.filter((tag) => tag.count >= count)
  if (always.length === 0) return undefined
  const mostly = telling.filter((tag) => tag.count < count && tag.count >= count * NEARLY)
  const also = mostly.length > 0 ? ` (and ${mostly.map((tag) => `${nameOf(tag)} in ${tag.count}`).join(', ')})` : ''
  return {
    clause: `all ${count} events have ${always.map(nameOf).join(' and ')} in common${also}`,
    evidence: always.slice(0, 2).flatMap((tag) => citeTag(exhibit, tag)),
  }
}

/** Trackers write a tag as one entry, or as a key with its values. */
function citeTag(exhibit: Exhibit, { key, value }: IssueTag): EvidenceReference[] {
  const [said, held] = [`"key":${JSON.stringify(key)}`, `"value":${JSON.stringify(value)}`]
  const quote = [`${said},${held}`, held, said].find((one) => holdsQuote(exhibit.result, one))
  return quote === undefined ? [] : [cite(exhibit, quote)]
}

function nameOf({ key, value }: IssueTag): string {
  return PLAIN.test(value) ? `${key}=${value}` : key
}

const FIELD = /\b([a-zA-Z_][\w.-]{1,30})=("[^"]*"|[^\s,;:"]+)/g
const LINES_MIN = 2

/** A field that every failing line bears and no other. */
export function commonField(lines: readonly SaidLine[]): CommonFactor | undefined {
  const [failing, others] = [
    lines.filter(isErrorLine),
    lines.filter((line) => !isErrorLine(line) && fieldsOf(line).length > 0),
  ]
  const [first] = failing
  if (!first || failing.length < LINES_MIN || others.length < LINES_MIN) return undefined
  const fields = fieldsOf(first).filter(
    (field) =>
      failing.every((line) => fieldsOf(line).includes(field)) &&
      others.every((line) => !fieldsOf(line).includes(field)),
  )
  if (fields.length === 0) return undefined
  return {
    clause: `every failing line bears ${fields.map((field) => `“${field}=”`).join(' and ')}, and none of those that succeed`,
    evidence: [citeLine(first)],
  }
}

function fieldsOf({ said }: SaidLine): string[] {
  return [...said.matchAll(FIELD)].flatMap(([, name]) => name ?? [])
}
