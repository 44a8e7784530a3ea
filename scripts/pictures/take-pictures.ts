/** Pages of a running console as a browser shows them, written as files. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The one without a window, where it is installed. */
const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell'
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(WITHOUT_WINDOW) ? WITHOUT_WINDOW : '/usr/bin/chromium')
/** Longer than a loaded machine takes for a page. */
const PATIENCE_MS = 120_000
export const SIZES = { wide: [1440, 900], laptop: [1280, 720], phone: [390, 844] } as const
export const SCHEMES = ['light', 'dark'] as const
export const LOCALES = ['en-GB', 'zh-CN'] as const

/** How somebody sits before it. */
export type Sight = {
  size: keyof typeof SIZES
  scheme: (typeof SCHEMES)[number]
  locale: (typeof LOCALES)[number]
}
export type Picture = Sight & { name: string; path: string }

export async function takePictures(address: string, pictures: readonly Picture[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    for (const picture of pictures) await take(browser, address, picture, folder)
  } finally {
    await browser.close()
  }
}

async function take(browser: Browser, address: string, picture: Picture, folder: string): Promise<void> {
  const { name, path, size, scheme: colorScheme, locale } = picture
  const [width, height] = SIZES[size]
  const viewport = { width, height }
  const page = await browser.newPage({ baseURL: address, viewport, colorScheme, locale, reducedMotion: 'reduce' })
  page.setDefaultTimeout(PATIENCE_MS)
  await settle(page, path)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.close()
  console.log(`${name}: ${width} × ${height}`)
}

/** Until nothing is missing; the stream of events never ends, so one cannot wait for the network to fall silent. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}
