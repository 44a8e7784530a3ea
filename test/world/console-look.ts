/** What every page of the console must pass, whoever looks at it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'

/** Nothing that keeps a person with a screen reader, a keyboard or weak eyes from using it. */
export async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await (await axeOn(page)).withTags(['wcag2a', 'wcag2aa']).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const sentences = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  assert.deepEqual(sentences, [])
}

const MINIFIED = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/** To put axe into a page costs a third of running it, so it is put there once, not twice for every look. */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(readFileSync(MINIFIED, 'utf8'))
  const axe = new AxeBuilder({ page, axeSource: '0' })
  // Its other mode opens a second page for every look; it is for frames of other origins, and there are none here.
  return axe.options({ resultTypes: ['violations'] }).setLegacyMode()
}

/** As a link of the console does, without loading it all anew: a load costs three times as much. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
}

/** The same to a page of another title, until that one is there: the page before stays so long. */
export async function goToOther(page: Page, path: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.innerText()
  await goTo(page, path)
  await title.filter({ hasNotText: before }).waitFor()
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
