/**
 * Tells somebody who then goes and looks: at once, or when the last time is long enough ago. However often it is called
 * meanwhile, he is told once, and never left out: the last call is always followed by a look.
 */
export function seldom(tell: () => void, gapMs: number): () => void {
  let resting: NodeJS.Timeout | undefined
  let isMoreToTell = false
  const tellNow = () => {
    isMoreToTell = false
    tell()
    resting = setTimeout(afterRest, gapMs).unref()
  }
  const afterRest = () => {
    resting = undefined
    if (isMoreToTell) tellNow()
  }
  return () => {
    if (resting === undefined) tellNow()
    else isMoreToTell = true
  }
}
