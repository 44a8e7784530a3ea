/**
 * The language of the console: what the reader chose in this browser, or else what the browser asks for. It holds for as
 * long as the page is loaded, so words may be chosen when a file is first read; to switch it is to load the page anew.
 */
export const LANGUAGES = { en: 'English', zh: '中文' } as const

type Language = keyof typeof LANGUAGES

export const KEPT_LANGUAGE = 'firebreak-language'

/** The first language the browser asks for that the console speaks; English where it speaks none of them. */
export function readLanguage(kept: string | null, asked: readonly string[]): Language {
  const known = [kept ?? '', ...asked].map((tag) => tag.toLowerCase().split('-')[0])
  return known.find((tag): tag is Language => tag === 'en' || tag === 'zh') ?? 'en'
}

/** Without a page, as in a test, everything is said in English. */
const isPage = 'document' in globalThis

export const language: Language = isPage ? readLanguage(localStorage.getItem(KEPT_LANGUAGE), navigator.languages) : 'en'

/** How Intl writes numbers and times: English as the reader's own browser does, which knows the country too. */
export const locale: string | undefined = language === 'zh' ? 'zh-CN' : undefined
