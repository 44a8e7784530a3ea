/** A real Chromium, as a person would sit before it. What the page logs, and every request it was forbidden, is kept. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { hasProgram } from './debian-program.ts'

/** The one without a window draws the same pages for a third of the processor time. */
const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell'
const WITH_WINDOW = '/usr/bin/chromium'
const CHROMIUM = existsSync(WITHOUT_WINDOW) || !existsSync(WITH_WINDOW) ? WITHOUT_WINDOW : WITH_WINDOW
/** No page lives long enough to earn back what optimizing its scripts costs. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--no-opt']
/** Longer than a loaded machine takes for anything a test waits for. */
const PATIENCE_MS = 240_000

export type Person = {
  page: Page
  context: BrowserContext
  /** Errors of the page: uncaught ones, what the console calls an error, and what the policy of the page forbade. */
  complaints: readonly string[]
  /** Writes a picture where FIREBREAK_SCREENSHOTS names a folder. */
  shoot(name: string): Promise<void>
}

type Sight = { scheme?: 'light' | 'dark'; width?: number; height?: number; locale?: string; zone?: string }

export type TestBrowser = { open(address: string, sight?: Sight): Promise<Person> }

/** Undefined, and the test skipped, where the machine has no Chromium. */
export async function openBrowser(t: TestContext): Promise<TestBrowser | undefined> {
  if (!(await hasProgram(t, CHROMIUM, 'chromium-headless-shell'))) return undefined
  const browser = await runningBrowser()
  const contexts: BrowserContext[] = []
  t.after(() => Promise.all(contexts.map((context) => context.close())))
  const open: TestBrowser['open'] = async (address, sight) => {
    const person = await sitDown(browser, address, sight)
    contexts.push(person.context)
    return person
  }
  return { open }
}

/** One for all tests of the process: starting it costs more than most of what is done in it, and contexts share nothing. */
let running: Promise<Browser> | undefined
after(() => running?.then((browser) => browser.close()))

async function runningBrowser(): Promise<Browser> {
  const known = await running?.catch(() => undefined)
  if (known?.isConnected()) return known
  running = chromium.launch({ executablePath: CHROMIUM, args: ARGS })
  return running
}

async function sitDown(browser: Browser, address: string, sight: Sight = {}): Promise<Person> {
  const { scheme = 'light', width = 1360, height = 900, locale = 'en-GB', zone = 'Europe/Berlin' } = sight
  const context = await browser.newContext({
    baseURL: address,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    viewport: { width, height },
    locale,
    timezoneId: zone,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${pathOf(message.location().url)}`.trim())
  })
  return { page, context, complaints, shoot: (name) => shoot(page, `${name}-${scheme}`) }
}

const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : '')

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.FIREBREAK_SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
