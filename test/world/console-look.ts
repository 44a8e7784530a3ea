/** What every page of the console must pass, whoever looks at it. */
import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'

/** Nothing that keeps a person with a screen reader, a keyboard or weak eyes from using it. */
export async function assertAccessible(page: Page): Promise<void> {
  // Its other mode opens a second page for every look; it is for frames of other origins, and there are none here.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(['wcag2a', 'wcag2aa']).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const sentences = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  assert.deepEqual(sentences, [])
}

/** Nothing stands beyond the right edge, so that a phone need not scroll sideways. */
export async function assertFits(page: Page): Promise<void> {
  const [wide, seen] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
  assert.ok(wide <= seen, `The page is ${wide} wide on a screen of ${seen}.`)
}

/** Whole on the screen as it is, before anybody scrolls. */
export async function assertInSight(page: Page, thing: Locator): Promise<void> {
  await thing.waitFor()
  const box = await thing.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  assert.ok(box !== null && box.y >= 0 && box.y + box.height <= height, `It stands at ${box?.y} of ${height}.`)
}

/** Not cut at its own edge. */
export async function assertWhole(thing: Locator): Promise<void> {
  await thing.waitFor()
  const [wide, seen] = await thing.evaluate((element: unknown) => {
    const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number }
    return [scrollWidth, clientWidth] as const
  })
  assert.ok(wide <= seen, `It is ${wide} wide, and ${seen} of it are seen.`)
}
