/** What a report can be written in. Apart from how it is: whoever only offers the choice need not know the words. */
export const REPORT_LANGUAGES = ['en', 'zh'] as const
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number]
