import { Text } from '@mantine/core'
import { listed } from '../../parts/listed.ts'
import type { EntryText } from './knowledge-queries.ts'

/** An entry as it was typed, to compare with another. */
export function TextOfEntry({ text: { title, category, tags, content } }: { text: EntryText }) {
  return (
    <>
      <Text fw={600} className="wrap-anywhere">
        {title}
      </Text>
      <Text size="sm" className="muted wrap-anywhere">
        {listed([category ?? '', ...tags].filter((word) => word !== ''))}
      </Text>
      <div className="raw">{content}</div>
    </>
  )
}
