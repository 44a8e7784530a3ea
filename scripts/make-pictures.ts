/**
 * What `npm run pictures` runs: the pictures of the documents, taken from a fresh service while the demo waits for a word.
 * With a folder (`npm run pictures -- /tmp/sight`) every page is taken there in three sizes instead, to be looked over.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { freePort } from './proof/started-service.ts'
import { ALERTS, ENVIRONMENT } from './proof/shown-shop.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const READY_SECONDS_MAX = 300
const SIZES = { wide: [1440, 900], laptop: [1280, 720], phone: [390, 844] } as const
type Size = keyof typeof SIZES
type Picture = { name: string; path: string; size: Size }

const PAGES = { now: '/', incidents: '/incidents', environment: '/environment', knowledge: '/knowledge' } as const
const OTHER_PAGES = { silences: '/silences', runs: '/runs', plugins: '/plugins', settings: '/settings' } as const

/** Those the documents show. */
function documented(incident: string): Picture[] {
  return [
    { name: 'now', path: PAGES.now, size: 'wide' },
    { name: 'incident', path: incident, size: 'wide' },
    { name: 'incident-phone', path: incident, size: 'phone' },
    { name: 'incidents', path: PAGES.incidents, size: 'laptop' },
    { name: 'environment', path: PAGES.environment, size: 'wide' },
  ]
}

function everything(incident: string): Picture[] {
  const pages = { ...PAGES, ...OTHER_PAGES, incident, report: `${incident}/report` }
  return Object.entries(pages).flatMap(([name, path]) =>
    (Object.keys(SIZES) as Size[]).map((size) => ({ name: `${name}-${size}`, path, size })),
  )
}

const [given] = process.argv.slice(2)
const place = await mkdtemp(join(tmpdir(), 'firebreak-pictures-'))
const children: ChildProcess[] = []
try {
  const port = await freePort()
  const environment = { ...process.env, FIREBREAK_DATA_DIR: place, PORT: String(port) }
  const run = (task: string) => {
    const child = spawn(process.execPath, ['scripts/boot.mjs', task], { env: environment, stdio: 'ignore' })
    children.push(child)
  }
  run('start')
  const address = `http://localhost:${port}`
  const { id } = await untilWaiting(address, () => run('demo'))
  const folder = given ?? join('docs', 'images')
  await takeAll(address, given === undefined ? documented(`/incidents/${id}`) : everything(`/incidents/${id}`), folder)
} finally {
  // The demo clears what it locked before the service goes.
  for (const child of children.toReversed()) await end(child)
  await rm(place, { recursive: true, force: true })
}

/** A service with something to show, and the demo's plan that waits for a person. */
async function untilWaiting(address: string, startDemo: () => void): Promise<{ id: string }> {
  await until('the service is healthy', async () => (await fetch(`${address}/healthz`)).ok)
  await send(address, 'PUT', '/api/environment-context', ENVIRONMENT)
  for (const alert of ALERTS) await send(address, 'POST', '/api/alert', alert)
  startDemo()
  return until('the plan of the demo waits', async () => {
    const answer = await fetch(`${address}/api/incidents?status=awaiting_approval`)
    const { data } = (await answer.json()) as { data: { items: { id: string }[] } }
    return data.items[0]
  })
}

async function send(address: string, method: string, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
}

async function until<Found>(what: string, look: () => Promise<Found | undefined | false>): Promise<Found> {
  const began = performance.now()
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found) return found
    if (performance.now() - began > READY_SECONDS_MAX * 1000) throw new Error(`In vain: ${what}.`)
    await delay(250)
  }
}

async function takeAll(address: string, pictures: readonly Picture[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    for (const { name, path, size } of pictures) {
      const [width, height] = SIZES[size]
      const sight = { viewport: { width, height }, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-GB' } as const
      const page = await browser.newPage({ baseURL: address, timezoneId: 'UTC', ...sight })
      await settle(page, path)
      await page.screenshot({ path: join(folder, `${name}.png`) })
      console.log(`${name}: ${width} × ${height}`)
      await page.close()
    }
  } finally {
    await browser.close()
  }
}

/** Until nothing is being asked for; the stream of events never ends, so the network does not fall silent. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}
