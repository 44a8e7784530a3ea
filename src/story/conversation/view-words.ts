/** What a card says of people, parts and knowledge in words of ours, in the language of the chat. */
import { inChinese } from '../../words/in-chinese.ts'
import { chineseSeverities } from '../../words/states.ts'
import type { Assignee } from '../incident/assignment.ts'
import type { KnownEntry } from '../incident/diagnosis.ts'

type Part = { id: string; title: string; severity: string }

export type ViewWords = {
  askedBy(assignee: Pick<Assignee, 'name' | 'by'>): string
  part(part: Part): string
  partsInAll(count: number, bySeverity: readonly (readonly [severity: string, count: number])[]): string
  entry(entry: Pick<KnownEntry, 'title' | 'quote' | 'why'>, signs: string): string
  allSigns: string
  notAllSigns: string
}

const ENGLISH: ViewWords = {
  askedBy: ({ name, by }) => `${name} (asked by ${by})`,
  part: ({ id, title, severity }) => `${id} (${severity}): ${title}`,
  partsInAll: (count, all) => `${count} in all: ${all.map(([severity, of]) => `${of} ${severity}`).join(', ')}`,
  entry: ({ title, quote, why }, signs) => `${title}: "${quote}" (${why}${signs})`,
  allSigns: '; all its signs were seen',
  notAllSigns: '; not all its signs were seen',
}

const severityInChinese = (severity: string) =>
  (chineseSeverities as Readonly<Record<string, string>>)[severity] ?? severity

const CHINESE: ViewWords = {
  askedBy: ({ name, by }) => `${name}（由 ${by} 指派）`,
  part: ({ id, title, severity }) => `${id}（${severityInChinese(severity)}）：${title}`,
  partsInAll: (count, all) =>
    `共 ${count} 个：${all.map(([severity, of]) => `${severityInChinese(severity)} ${of} 个`).join('，')}`,
  entry: ({ title, quote, why }, signs) => `${title}："${quote}"（${inChinese(why)}${signs}）`,
  allSigns: '；其迹象均已看到',
  notAllSigns: '；其迹象未全部看到',
}

export function wordsIn(language: 'en' | 'zh' | undefined): ViewWords {
  return language === 'zh' ? CHINESE : ENGLISH
}
