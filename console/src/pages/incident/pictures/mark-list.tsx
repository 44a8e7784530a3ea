/** What the numbers on the plots stand for, told once for all of them. */
import { phrase } from '../../../language/phrase.ts'
import { Said } from '../../../parts/said.tsx'
import { tellClock } from '../../../parts/times.ts'
import type { NumberedMark } from './marks-of.ts'

export function MarkList({ marks }: { marks: readonly NumberedMark[] }) {
  if (marks.length === 0) return null
  return (
    <ol className="plot-marks" aria-label={phrase('Marked in the picture')}>
      {marks.map(({ at, word, number, kind }) => (
        <li key={number} value={number} data-kind={kind} className="wrap-anywhere">
          {tellClock(new Date(at * 1000).toISOString())} <Said text={word} />
        </li>
      ))}
    </ol>
  )
}
