import './line-difference.css'
import './text-lines.css'
import { Text } from '@mantine/core'
import { phrase } from '../language/phrase.ts'
import { lineDifference } from './line-difference.ts'

/** Signs tell as well as colours what came and what went. */
export function LineDifference({ before, after }: { before: string; after: string }) {
  const lines = lineDifference(before, after).map((line, place) => ({ ...line, place }))
  if (lines.every(({ sign }) => sign === ' ' || sign === '…'))
    return <Text size="sm">{phrase('Nothing changes.')}</Text>
  return (
    <ol className="text-lines line-difference" aria-label={phrase('What changes')}>
      {lines.map(({ sign, line, place }) => (
        <li key={place} data-sign={sign}>
          <span>{sign}</span> {sign === '+' ? <ins>{line}</ins> : sign === '−' ? <del>{line}</del> : line}
        </li>
      ))}
    </ol>
  )
}
