/**
 * `g` and then a letter go to a page; `/` goes to the search of this one, or to the palette where it has none, and Escape
 * from there to what was found. Out of any other field Escape leads to the keys of the page, and keeps what was typed.
 */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CHOICES, isDialogOpen } from '../parts/choosing.ts'
import { ALL_PAGES } from './pages.ts'

const WITHIN_MS = 1_500
const SEARCH = 'main input[type="search"]'
const WRITING = 'input, textarea, select, [contenteditable]'

export function useGoing(): void {
  const navigate = useNavigate()
  useEffect(() => {
    let askedAt = Number.NEGATIVE_INFINITY
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isSearch(event.target)) return leaveSearch(event)
      if (event.key === 'Escape') return leaveField(event)
      if (!isPlain(event)) return
      if (event.key === '/') return goToSearch(event)
      const wasAsked = event.timeStamp - askedAt < WITHIN_MS
      askedAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      const page = wasAsked ? ALL_PAGES.find(({ key }) => key === event.key) : undefined
      if (!page) return
      // The second letter is no key of the page.
      event.stopImmediatePropagation()
      event.preventDefault()
      void navigate({ to: page.to })
    }
    document.addEventListener('keydown', hear, { capture: true })
    return () => document.removeEventListener('keydown', hear, { capture: true })
  }, [navigate])
}

function goToSearch(event: KeyboardEvent): void {
  event.preventDefault()
  const field = document.querySelector<HTMLInputElement>(SEARCH)
  field?.focus()
  field?.select()
  if (!field) document.querySelector<HTMLElement>('[data-palette-door]')?.click()
}

function isSearch(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches(SEARCH)
}

/** A browser would take away the words that were searched for. */
function leaveSearch(event: KeyboardEvent): void {
  event.preventDefault()
  const found = document.querySelector<HTMLElement>(CHOICES)
  ;(found ?? document.getElementById('page'))?.focus({ preventScroll: found === null })
}

/** An open list closes first, an input method ends its word, and a form of its own may have gone by then. */
function leaveField({ target, isComposing }: KeyboardEvent): void {
  if (!(target instanceof HTMLElement) || !target.matches(WRITING) || isComposing || isDialogOpen()) return
  if (target.getAttribute('aria-expanded') === 'true') return
  setTimeout(() => document.activeElement === target && target.blur())
}

function isPlain({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isWriting = target instanceof Element && target.closest(WRITING) !== null
  return !isWriting && !ctrlKey && !metaKey && !altKey && !isDialogOpen()
}
