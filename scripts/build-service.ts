/** Makes the service one of a few files, in `node_modules/.cache`; `scripts/service-build.mjs` says when and why. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
// @ts-expect-error -- Plain JavaScript: the same stamp is asked for before any package is installed.
import { servicePlace, serviceStamp } from './service-build.mjs'

const root = dirname(import.meta.dirname)
const MAIN = join(root, 'src', 'main.ts')
const TRACES = join(root, 'scripts', 'traces-of-sources.mjs')
/** A service may still run from a former state of the sources, and read a part of it later. */
const KEPT = 4

/** What a module says of its own place. A file it names beside itself and does not import is a thread's: a program of its own. */
const OWN_PLACE = /\bimport\.meta\.(url|dirname)\b|\b__dirname\b/
const THREAD = /new URL\('([^']*\/([\w-]+))\.ts', import\.meta\.url\)/g
const DECLARED = /\b(const|let|var) __dirname\b/

const place: string = servicePlace(root)
const finished = join(place, serviceStamp(root))
const fresh = join(place, `unfinished-${process.pid}`)

await mkdir(place, { recursive: true })
await build(fresh)
await rm(finished, { recursive: true, force: true })
await rename(fresh, finished)
await removeOldest()

async function build(dir: string): Promise<void> {
  const bundle = await rolldown({
    input: { main: MAIN },
    platform: 'node',
    // What a module does when it is read, it is to do here too.
    treeshake: false,
    external: ['pg-native'],
    plugins: [placesOfSources(), tracesFirst()],
    onLog: (level, log, handle) => (log.code === 'EVAL' || level !== 'warn' ? undefined : handle(level, log)),
  })
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
}

/** What is read from beside a module still lies beside its source. Lines stay where they are, and so do the maps. */
function placesOfSources(): Plugin {
  return {
    name: 'places-of-sources',
    transform: {
      filter: { code: OWN_PLACE },
      handler(code, id) {
        const place = JSON.stringify(dirname(id))
        const told = code
          .replaceAll(THREAD, (_, path: string, name: string) => {
            this.emitFile({ type: 'chunk', id: join(dirname(id), `${path}.ts`), fileName: `${name}.js` })
            return `new URL('./${name}.js', import.meta['url'])`
          })
          .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href))
          .replaceAll(/\bimport\.meta\.dirname\b/g, place)
        return { code: DECLARED.test(told) ? told : told.replaceAll(/(?<!['"$.\w])__dirname\b/g, place), map: null }
      },
    },
  }
}

/** Every program tells errors by lines of the sources, from its first moment on. */
function tracesFirst(): Plugin {
  return {
    name: 'traces-first',
    transform: {
      filter: { id: /\/src\/[^/]+\.ts$|-thread\.ts$/ },
      handler(code, id) {
        const isProgram = this.getModuleInfo(id)?.isEntry ?? false
        return isProgram ? { code: `import ${JSON.stringify(TRACES)}; ${code}`, map: null } : undefined
      },
    },
  }
}

async function removeOldest(): Promise<void> {
  const names = await readdir(place)
  const all = await Promise.all(names.map(async (name) => ({ name, usedAt: (await stat(join(place, name))).mtimeMs })))
  const old = all.toSorted((one, other) => other.usedAt - one.usedAt).slice(KEPT)
  for (const { name } of old) await rm(join(place, name), { recursive: true, force: true })
}
