/** The sentence of an entry that answers, as it is read there: its code as code, without the marks of its layout. */
import { Code } from '@mantine/core'
import { Fragment } from 'react'
import { readMarkedText } from '../../../../src/words/marked-text.ts'
import { exactText } from '../../parts/exact-text.ts'

export function QuotedEntry({ text }: { text: string }) {
  const parts = readMarkedText(text)
  return (
    <q>
      {parts.map(({ text: words, isCode }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change their places.
        <Fragment key={at}>{isCode ? <Code>{exactText(words)}</Code> : exactText(words)}</Fragment>
      ))}
    </q>
  )
}
