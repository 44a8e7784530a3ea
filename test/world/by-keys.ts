/** A person without a mouse: keys alone, and what the browser shows of where they are. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** More than any page has things to stop at. */
const STEPS_MAX = 400

/** Fields show where one is by their own border and the mark in them; of everything else, what has no ring. */
const RINGLESS = `(() => {
  const active = document.activeElement
  const isField = active.matches('textarea, select, input:not([type=checkbox], [type=radio])')
  if (active === document.body || active.id === 'page' || isField) return ''
  const isDrawn = (element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const around = [active, active.nextElementSibling, active.closest('.choice')]
  return around.some(isDrawn) ? '' : active.outerHTML.slice(0, 200)
})()`

export type Keys = {
  /** One after the other, without a pause between them. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** The key again and again until the focus is there. */
  goTo(target: Locator, key?: 'Tab' | 'Shift+Tab' | 'j'): Promise<void>
  /** Goes there and presses Enter. */
  enter(target: Locator, key?: 'Tab' | 'Shift+Tab' | 'j'): Promise<void>
  /** Goes there and writes in place of what stands there. */
  fill(target: Locator, text: string): Promise<void>
  /** Waits until the focus is there, without any key. */
  isAt(target: Locator): Promise<void>
  /** What was met without a ring that shows the focus. */
  ringless: ReadonlySet<string>
}

export function keysOf(page: Page): Keys {
  const focused = (target: Locator) => target.and(page.locator(':focus'))
  const ringless = new Set<string>()
  const goTo: Keys['goTo'] = async (target, key = 'Tab') => {
    await target.waitFor()
    for (let step = 0; step < STEPS_MAX; step++) {
      if ((await focused(target).count()) > 0) return
      await page.keyboard.press(key)
      const found = await page.evaluate<string>(RINGLESS)
      if (found !== '') ringless.add(found)
    }
    assert.fail(`${key} does not lead to ${target}.`)
  }
  return {
    ringless,
    goTo,
    press: async (...keys) => {
      await Promise.all(keys.map((key) => page.keyboard.press(key)))
    },
    type: (text) => page.keyboard.type(text),
    enter: async (target, key) => {
      await goTo(target, key)
      await page.keyboard.press('Enter')
    },
    fill: async (target, text) => {
      await goTo(target)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
    isAt: (target) => focused(target).waitFor(),
  }
}
