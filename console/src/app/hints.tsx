/** What a thing says beside itself to whoever points at it or comes to it by keys: one for the page, for a list may hold hundreds. */
import { Tooltip } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'

const SAYS = '[data-hint]'

export function Hints() {
  const pointed = usePointed()
  // As it stands the tooltip takes no part of a drawing; by reference it takes any.
  const target = useMemo(() => ({ current: pointed as HTMLElement }), [pointed])
  if (!pointed) return null
  return <Tooltip target={target} opened label={pointed.dataset.hint} multiline maw={320} />
}

type Saying = HTMLElement | SVGElement

function usePointed(): Saying | undefined {
  const [pointed, setPointed] = useState<Saying>()
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

const saying = (target: EventTarget | null): Saying | undefined =>
  (target instanceof Element && target.closest<Saying>(SAYS)) || undefined

/** By keys: a press puts the focus there too, and has already pointed. */
const isComeTo = (target: EventTarget | null): boolean => target instanceof Element && target.matches(':focus-visible')
