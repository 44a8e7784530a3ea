/** What a thing says beside itself to whoever points at it or comes to it by keys: one for the page, for a list may hold hundreds. */
import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

const SAYS = '[data-hint]'

export function Hints() {
  const pointed = usePointed()
  if (!pointed) return null
  return <Tooltip target={pointed} opened label={pointed.dataset.hint} multiline maw={320} />
}

function usePointed(): HTMLElement | undefined {
  const [pointed, setPointed] = useState<HTMLElement>()
  useEffect(() => {
    const control = new AbortController()
    const on = (kind: 'pointerover' | 'focusin' | 'focusout' | 'keydown', hear: (event: Event) => void) =>
      document.addEventListener(kind, hear, { signal: control.signal, passive: true })
    on('pointerover', ({ target }) => setPointed(saying(target)))
    on('focusin', ({ target }) => isComeTo(target) && setPointed(saying(target)))
    on('focusout', () => setPointed(undefined))
    on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && setPointed(undefined))
    return () => control.abort()
  }, [])
  return pointed
}

const saying = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>(SAYS)) || undefined

/** By keys: a press puts the focus there too, and has already pointed. */
const isComeTo = (target: EventTarget | null): boolean => target instanceof Element && target.matches(':focus-visible')
