import { phrase } from '../language/phrase.ts'
import { tellDuration } from './times.ts'

/** `came and went 7 times in 40 min 0 s, on average every 5 min 43 s` */
export function tellRhythm({ times, seconds }: { times: number; seconds: number }): string {
  const given = { times, span: tellDuration(seconds), gap: tellDuration(Math.round(seconds / times)) }
  return phrase('came and went {times} times in {span}, on average every {gap}', given)
}
