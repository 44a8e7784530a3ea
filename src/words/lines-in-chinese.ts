/** An answer of several lines: what leads a line, such as its number, its moment or whose it is, stands before the sentence. */
import { inChinese } from './in-chinese.ts'

const LEAD = /^(?:- |\d+\. )?(?:\d{4}-\d\d-\d\d \d\d:\d\d UTC [a-z_]+: |INC-\d+-\d+: )?/

export function linesInChinese(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const [lead = ''] = LEAD.exec(line) ?? []
      return lead + inChinese(line.slice(lead.length))
    })
    .join('\n')
}
