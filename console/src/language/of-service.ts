/** Texts of the service that are the same for everybody, in the language of the page. What has no Chinese stands as it came. */
import { language } from './language.ts'

const chinese = language === 'zh' ? await import('./chinese/service-texts.ts') : undefined
const plugins = language === 'zh' ? await import('./chinese/plugin-texts.ts') : undefined
const sentences = language === 'zh' ? await import('../../../src/words/in-chinese.ts') : undefined

/** A text the service wrote. */
export function inLanguage(text: string): string {
  return sentences?.inChinese(text) ?? text
}

export function wordsOfAction(words: string): string {
  return chinese?.actionWords[words] ?? words
}

/** A plugin of the customer's own says itself what it is for. */
export function meaningOfPlugin({ description }: { description: string }): string {
  return plugins?.pluginMeanings[description] ?? description
}

export function meaningOfParameter(description: string): string {
  return plugins?.parameterMeanings[description] ?? description
}

export function groupOfSettings<Group extends { name: string; about: string }>(group: Group): Group {
  return { ...group, ...chinese?.settingGroups[group.name] }
}

export function meaningOfSetting({ key, meaning }: { key: string; meaning: string }): string {
  return chinese?.settingMeanings[key] ?? inLanguage(meaning)
}
