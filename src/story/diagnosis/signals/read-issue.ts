/** An issue as the error tracker gives it. */
import type { Fields } from '../cluster/cluster-scene.ts'
import { number, record, records, text, time } from '../cluster/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import type { IssueTag, IssueView } from './signal-scene.ts'

export function readIssue(exhibit: Exhibit): IssueView | undefined {
  const source = record(record(exhibit.result.data).issue)
  if (!exhibit.result.success || Object.keys(source).length === 0) return undefined
  return {
    id: text(source.shortId) ?? text(source.id) ?? '',
    what: whatOf(source),
    culprit: text(source.culprit),
    count: countOf(source.count),
    firstSeen: time(source.firstSeen),
    lastSeen: time(source.lastSeen),
    firstRelease: text(record(source.firstRelease).version) ?? text(source.firstRelease),
    tags: tagsOf(source.tags),
    exhibit,
    source,
  }
}

/** Type and value are the program's; a title may hold whatever a visitor typed. */
function whatOf({ metadata, title }: Fields): string {
  const { type, value } = record(metadata)
  const said = [text(type), text(value)].filter((one) => one !== undefined).join(': ')
  return said === '' ? (text(title) ?? 'an error') : said
}

/** The tracker writes counts as text. */
function countOf(value: unknown): number {
  return number(value) ?? (Number(text(value) ?? 0) || 0)
}

/** Either one entry a value, or one entry a key with its top values. */
function tagsOf(value: unknown): IssueTag[] {
  return records(value).flatMap((tag) => {
    const key = text(tag.key) ?? ''
    const values = records(tag.topValues)
    const each = values.length > 0 ? values : [tag]
    return each.flatMap((one) => {
      const held = text(one.value) ?? text(one.name)
      return held === undefined || key === '' ? [] : [{ key, value: held, count: countOf(one.count) }]
    })
  })
}
