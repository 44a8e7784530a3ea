import type { ReactNode } from 'react'
import { exactText } from '../../parts/exact-text.ts'
import { layOut } from './quoted-output.ts'

/** Names and values, the values exactly as they are. */
export function Pairs({ of, show = layOut }: { of: object; show?: (value: unknown, name: string) => ReactNode }) {
  return (
    <dl className="pairs">
      {Object.entries(of).map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{exactText(name)}</dt>
          <dd>{show(value, name)}</dd>
        </div>
      ))}
    </dl>
  )
}
