/**
 * What is to be left alone, as a calendar, an announcement or the program itself had it logged: `must not be interrupted`.
 * Words of logs tie nobody to an alert; this one thing they may do, for it only ever keeps a hand away.
 */
import { linesOf } from '../lenses/said.ts'
import type { Scene } from '../scene.ts'

const FORBIDS =
  /\b(?:(?:do|must|may|should|shall) not|never|don['’]?t)\b|\balone\b|\bhands off\b|请勿|切勿|严禁|禁止|不得|不要|别动/i

/** Who says it is whom it speaks of, where it names nobody. */
export function saidOrders(scene: Scene): string[] {
  const lines = linesOf(scene).filter(({ said }) => FORBIDS.test(said))
  return [...new Set(lines.map(({ speaker, said }) => `${speaker}: ${said}`))]
}
