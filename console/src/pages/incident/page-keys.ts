/** j and k walk through the findings and then the timeline; Enter opens what has the focus, as everywhere. */
import { useHotkeys } from '@mantine/hooks'
import { type RefObject, useRef } from 'react'
import type { TimelineHandle } from './timeline.tsx'

type Keys = { timeline: RefObject<TimelineHandle | null>; onConfirm: () => void; onReject: () => void }

export function usePageKeys({ timeline, onConfirm, onReject }: Keys): void {
  const chosen = useRef(-1)
  const move = (step: 1 | -1) => {
    chosen.current = walk(chosen.current, step, timeline.current)
  }
  const unlessAsked = (act: () => void) => () => {
    if (document.querySelector('[role="dialog"]') === null) act()
  }
  useHotkeys([
    ['j', unlessAsked(() => move(1))],
    ['k', unlessAsked(() => move(-1))],
    ['c', unlessAsked(onConfirm)],
    ['r', unlessAsked(onReject)],
  ])
}

function walk(before: number, step: 1 | -1, timeline: TimelineHandle | null): number {
  const findings = [...document.querySelectorAll<HTMLElement>('[data-stop]')]
  const last = findings.length + (timeline?.count ?? 0) - 1
  const next = Math.max(0, Math.min(last, (focused(findings) ?? before) + step))
  if (next < findings.length) findings[next]?.focus()
  else timeline?.focus(next - findings.length)
  return next
}

/** Where the reader is; undefined where the focus is elsewhere, so that the walk goes on from where it was. */
function focused(findings: readonly HTMLElement[]): number | undefined {
  const active = document.activeElement
  if (!(active instanceof HTMLElement)) return undefined
  if (active.dataset.entry !== undefined) return findings.length + Number(active.dataset.entry)
  const at = findings.indexOf(active)
  return at < 0 ? undefined : at
}
