/** The sentences of the alert half in another language, as people write who speak two; names and labels stay. */
import type { CaseFile } from '../../world/case/case-file.ts'
import type { Json } from '../../world/kubernetes/kube-object.ts'

const SAID: readonly (readonly [RegExp, string])[] = [
  [/\bis not ready\b/gi, '未就绪'],
  [/\bis down\b/gi, '不可用'],
  [/\bis slow\b/gi, '很慢'],
  [/\berror rate\b/gi, '错误率'],
  [/\bfor more than\b/gi, '已超过'],
  [/\bminutes\b/gi, '分钟'],
  [/\bseconds\b/gi, '秒'],
  [/\babove\b/gi, '高于'],
  [/\bbelow\b/gi, '低于'],
  [/\bsince\b/gi, '自从'],
  [/\busers?\b/gi, '用户'],
  [/\bplease\b/gi, '请'],
  [/\bsome\b/gi, '部分'],
]

export function exchangeLanguage(file: CaseFile): CaseFile {
  return { ...file, alert: spoken(file.alert) as Json }
}

/** Labels, expressions and addresses are nobody's sentence. */
function spoken(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return SENTENCES.test(key) ? SAID.reduce((text, [word, other]) => text.replace(word, other), value) : value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((part) => spoken(part, key))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === 'labels' ? part : spoken(part, name)]),
  )
}

const SENTENCES = /^(summary|description|message|text|details|body)$/i
