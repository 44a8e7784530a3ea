import type { ReactNode } from 'react'
import { exactText, exactValue } from '../../parts/exact-text.ts'

/** Names and values, the values exactly as they are. */
export function Pairs({ of, show = exactValue }: { of: object; show?: (value: unknown) => ReactNode }) {
  return (
    <dl className="pairs">
      {Object.entries(of).map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{exactText(name)}</dt>
          <dd>{show(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
