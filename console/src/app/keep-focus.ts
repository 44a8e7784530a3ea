/**
 * Whoever works by keys must not lose their place. A button that works is disabled meanwhile, and the browser takes the
 * focus from what is disabled; a drawer that the address opened, and a page that was left, take it with them. Without
 * this a person is left at the top of everything, or outside of the dialog they are in.
 */
import type { AnyRouter } from '@tanstack/react-router'
import { CHOICES } from '../parts/choosing.ts'

/** A dialog that closes gives the focus back a moment later, and only where nobody else has it by then. */
const AFTER_DIALOGS_MS = 50

export function keepFocus(router: AnyRouter): void {
  giveBackWhenEnabled()
  const lastOutside = followOutside()
  giveBackAfterDialogs(lastOutside)
  const leftFrom = followChoices(router)
  router.subscribe('onRendered', ({ fromLocation, toLocation, hrefChanged, pathChanged }) => {
    if (!fromLocation || !hrefChanged) return
    const choice = pathChanged ? leftFrom(toLocation) : undefined
    setTimeout(() => {
      goOn(pathChanged ? undefined : lastOutside())
      if (choice !== undefined) goBackTo(choice)
    }, AFTER_DIALOGS_MS)
  })
}

type Place = { state: { __TSR_key?: string } }

/** Out of a list into one of its rows: whoever comes back to that very page goes on from that row. */
function followChoices(router: AnyRouter): (to: Place) => string | undefined {
  const choices = new Map<string, string>()
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    const key = fromLocation?.state.__TSR_key
    const address = document.activeElement?.closest(CHOICES)?.getAttribute('href')
    if (key !== undefined && address) choices.set(key, address)
  })
  return ({ state: { __TSR_key: key } }) => (key === undefined ? undefined : choices.get(key))
}

const LIST_COMES_WITHIN_MS = 3_000

/** The list may have to be asked for anew; whoever began something else meanwhile is not called away from it. */
function goBackTo(address: string): void {
  const isFound = () => {
    const row = [...document.querySelectorAll<HTMLElement>(CHOICES)].find((one) => one.getAttribute('href') === address)
    const isFree = isNowhere() || document.activeElement === document.getElementById('page')
    if (row && isFree) row.focus()
    return row !== undefined || !isFree
  }
  if (isFound()) return
  const observer = new MutationObserver(() => isFound() && observer.disconnect())
  observer.observe(document.body, { subtree: true, childList: true })
  setTimeout(() => observer.disconnect(), LIST_COMES_WITHIN_MS)
}

const isDisabled = (element: Element) => element.hasAttribute('disabled')
const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/** Where somebody was before, or else the page itself: from nowhere no key leads on. */
function goOn(from: HTMLElement | undefined): void {
  const page = document.getElementById('page')
  if (isNowhere()) (from?.isConnected ? from : page)?.focus({ preventScroll: true })
}

/** What had the focus before a dialog took it. */
function followOutside(): () => HTMLElement | undefined {
  let last: HTMLElement | undefined
  const isInDialog = (element: EventTarget | null) =>
    element instanceof Element && element.closest('[role="dialog"]') !== null
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !isInDialog(target)) last = target
  })
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // Only a dialog takes it for a while; whoever left for another reason is not called back.
    if (!isInDialog(target) && !isInDialog(relatedTarget)) last = undefined
  })
  return () => last
}

/** A dialog that is taken away together with whoever opened it gives nothing back by itself. */
function giveBackAfterDialogs(lastOutside: () => HTMLElement | undefined): void {
  const holdsDialog = (node: Node) =>
    node instanceof Element && (node.matches('[role="dialog"]') || node.querySelector('[role="dialog"]') !== null)
  const observer = new MutationObserver((changes) => {
    if (!isNowhere() || !changes.some(({ removedNodes }) => [...removedNodes].some(holdsDialog))) return
    setTimeout(() => goOn(lastOutside()), AFTER_DIALOGS_MS)
  })
  observer.observe(document.body, { subtree: true, childList: true })
}

function giveBackWhenEnabled(): void {
  let last: HTMLElement | undefined
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined
  })
  document.addEventListener('focusout', ({ target }) => {
    // Who left of their own will is not called back.
    if (target instanceof Element && !isDisabled(target)) last = undefined
  })
  const observer = new MutationObserver(() => {
    if (last?.isConnected && !isDisabled(last) && isNowhere()) last.focus({ preventScroll: true })
  })
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] })
}
