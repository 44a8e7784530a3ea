/** What a plan rests on, in words; its times by the clock of the page. To the last digit they stand in what would run. */
import { useClock } from '../../parts/clock.ts'
import { tellIfMoment } from '../../parts/times.ts'
import { preconditionWords } from './field-words.ts'
import { Pairs } from './pairs.tsx'
import { layOut } from './quoted-output.ts'

export function Preconditions({ of }: { of: object }) {
  const clock = useClock()
  return <Pairs of={preconditionWords(of)} show={(value) => tellIfMoment(layOut(value), clock)} />
}
