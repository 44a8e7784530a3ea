/** What stands in code was said by others, or is meant for programs. */
const CODE_OR_TEXT = /(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|[^`]+/g

/** Markdown with everything told anew that is no code. Of what was quoted within a line only whole moments are told anew. */
export function outsideCode(markdown: string, tell: (text: string) => string, tellMoment = (at: string) => at): string {
  return markdown.replace(CODE_OR_TEXT, (part) => {
    if (!part.startsWith('`')) return tell(part)
    return part.includes('\n') ? part : part.replace(MOMENT, tellMoment)
  })
}

const MOMENT = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z(?![\w])/g

/** When the incident was opened, as the report tells it first: times told without a day are of those days. */
export function firstMoment(markdown: string): string {
  return /\b\d{4}-\d{2}-\d{2}T[\d:.]+Z\b/.exec(markdown)?.[0] ?? ''
}

/** `5 分 5 秒`, `16:04:09 UTC`: a figure and its unit, a time and its zone stay on one line. */
export function withUnits(text: string): string {
  return text.replace(/(\d) (?=(?:%|s|min|h|d|秒|分|小时|天|次|UTC|GMT|[A-Z]{2,3}T)(?![\p{L}\d]))/gu, '$1\u00a0')
}
