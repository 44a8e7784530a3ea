/**
 * What Firebreak wrote, as this reader reads it: nothing hidden in it, in their language where it has the words, and its
 * times by the clock of the page. What an
 * alert, a log or a plugin said is no text of ours and stays as it was said.
 */
import { createContext, useContext } from 'react'
import { inLanguage } from '../language/of-service.ts'
import { useClock } from './clock.ts'
import { exactText } from './exact-text.ts'
import { timesByClock } from './times-by-clock.ts'

/** A moment the texts below are about, for times that are told without their day. */
export const Near = createContext('')

export function useTelling(): (text: string, near?: string) => string {
  const clock = useClock()
  const around = useContext(Near)
  return (text, near = around) => timesByClock(inLanguage(exactText(text)), near, clock)
}

export function Said({ text, near }: { text: string; near?: string }) {
  return useTelling()(text, near)
}
