import { Text } from '@mantine/core'
import { phrase } from '../../language/phrase.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { Said, useTelling } from '../../parts/said.tsx'

type Change = { field: string; from: string; to: string }

/** Current → new, field by field. */
export function Difference({ changes }: { changes: readonly Change[] }) {
  const tell = useTelling()
  if (changes.length === 0)
    return (
      <Text size="sm" className="muted">
        {phrase('It names no field that would change.')}
      </Text>
    )
  return (
    <dl className="pairs difference">
      {changes.map(({ field, from, to }) => (
        <div key={`${field} ${from} ${to}`} style={{ display: 'contents' }}>
          <dt>
            <Said text={field} />
          </dt>
          <dd>
            <del>{from === '' ? phrase('(nothing)') : <Breakable text={tell(from)} />}</del> →{' '}
            <ins>{to === '' ? phrase('(nothing)') : <Breakable text={tell(to)} />}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
