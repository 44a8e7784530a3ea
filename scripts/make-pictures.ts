/**
 * What `npm run pictures` runs: the pictures of the documents, taken from a fresh service while the demo waits for a word.
 * With a folder (`npm run pictures -- /tmp/sight`) every page is taken there instead, in three sizes, both themes and both
 * languages, to be looked over.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ALERTS, ENVIRONMENT } from './pictures/shown-shop.ts'
import { LOCALES, type Picture, SCHEMES, SIZES, type Sight, takePictures } from './pictures/take-pictures.ts'
import { freePort } from './proof/started-service.ts'

const READY_SECONDS_MAX = 300
const DOCUMENTED: Sight = { size: 'laptop', scheme: 'light', locale: 'en-GB' }

const [given] = process.argv.slice(2)
const place = await mkdtemp(join(tmpdir(), 'firebreak-pictures-'))
const children: ChildProcess[] = []
try {
  const port = await freePort()
  const env = { ...process.env, FIREBREAK_DATA_DIR: place, PORT: String(port) }
  const run = (task: string) => {
    children.push(spawn(process.execPath, ['scripts/boot.mjs', task], { env, stdio: 'ignore' }))
  }
  run('start')
  const address = `http://localhost:${port}`
  const incident = `/incidents/${await untilWaiting(address, () => run('demo'))}`
  const pictures = given === undefined ? documented(incident) : everything(incident)
  await takePictures(address, pictures, given ?? join('docs', 'images'))
} finally {
  // The demo clears what it locked before the service goes.
  for (const child of children.toReversed()) await end(child)
  await rm(place, { recursive: true, force: true })
}

function documented(incident: string): Picture[] {
  return [
    { ...DOCUMENTED, name: 'now', path: '/' },
    { ...DOCUMENTED, name: 'incident', path: incident },
    { ...DOCUMENTED, name: 'incident-phone', path: incident, size: 'phone', scheme: 'dark' },
    { ...DOCUMENTED, name: 'environment', path: '/environment' },
  ]
}

function everything(incident: string): Picture[] {
  const parts = ['settings?part=keys', 'settings?part=audit', 'help']
  const names = ['', 'incidents', 'silences', 'runs', 'knowledge', 'environment', 'plugins', 'settings', ...parts]
  const paths = [...names.map((name) => `/${name}`), incident, `${incident}/report`]
  return paths.flatMap((path) => sights().map((sight) => ({ ...sight, name: nameOf(path, sight), path })))
}

function sights(): Sight[] {
  const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[]
  return sizes.flatMap((size) =>
    SCHEMES.flatMap((scheme) => LOCALES.map((locale): Sight => ({ size, scheme, locale }))),
  )
}

function nameOf(path: string, { size, scheme, locale }: Sight): string {
  const page = path.replace(/\W+/g, '-').replace(/^-/, '') || 'now'
  return `${page}-${size}-${scheme}-${locale.slice(0, 2)}`
}

/** A service with something to show; answers the incident whose plan waits for a person. */
async function untilWaiting(address: string, startDemo: () => void): Promise<string> {
  await until('the service is healthy', async () => (await fetch(`${address}/healthz`)).ok)
  await send(address, 'PUT', '/api/environment-context', ENVIRONMENT)
  for (const alert of ALERTS) await send(address, 'POST', '/api/alert', alert)
  // Before there is a lock to be seen, which would explain them all.
  const isThrough = async () => (await idsOf(address, 'escalated')).length === ALERTS.length
  await until('the alerts are looked into', isThrough)
  startDemo()
  return until('the plan of the demo waits', async () => (await idsOf(address, 'awaiting_approval'))[0])
}

async function idsOf(address: string, status: string): Promise<string[]> {
  const answer = await fetch(`${address}/api/incidents?status=${status}`)
  const { data } = (await answer.json()) as { data: { items: { id: string }[] } }
  return data.items.map(({ id }) => id)
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}
