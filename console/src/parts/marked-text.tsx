/** A few sentences in Markdown inside another text: code as code, without the marks of its layout. */
import { Code } from '@mantine/core'
import { Fragment } from 'react'
import { readMarkedText } from '../../../src/words/marked-text.ts'
import { exactText } from './exact-text.ts'

export function MarkedText({ text }: { text: string }) {
  return readMarkedText(text).map(({ text: words, isCode }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change their places.
    <Fragment key={at}>{isCode ? <Code>{exactText(words)}</Code> : exactText(words)}</Fragment>
  ))
}
