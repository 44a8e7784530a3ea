/** j and k go from one thing to the next by moving the focus, so that Enter opens it as it opens any link. */
import { useHotkeys } from '@mantine/hooks'
import './choosing.css'

/** What a link has to carry to be chosen. */
export const CHOICE = { 'data-choice': '' } as const
export const CHOICES = '[data-choice]'

export function useChoosing(): void {
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ])
}

function step(by: 1 | -1): void {
  if (isDialogOpen()) return
  const choices = [...document.querySelectorAll<HTMLElement>(CHOICES)]
  const now = choices.indexOf(document.activeElement as HTMLElement)
  const next = now < 0 ? choices.at(by > 0 ? 0 : -1) : choices[now + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** What asks for a word; a sheet at the side is only read, and may be left for elsewhere. */
export function isQuestionOpen(): boolean {
  return document.querySelector('[role="dialog"].mantine-Modal-content') !== null
}

/** Whoever reads a dialog does not mean the page behind it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}
