import { Fragment } from 'react'
import { breakPlaces } from './break-places.ts'

/** A text whose long words are broken after a sign and not within a name; whoever copies it copies it as it is. */
export function Breakable({ text }: { text: string }) {
  let end = 0
  return breakPlaces(text).map((piece) => {
    end += piece.length + 1
    return (
      <Fragment key={end}>
        {piece}
        <wbr />
      </Fragment>
    )
  })
}
