/** What `npm run build` does: the console as the service serves it, in `console/dist`. */
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'vite'
// @ts-expect-error -- Plain JavaScript: the same stamp is asked for before any package is installed.
import { consoleStamp } from './console-build.mjs'

const root = dirname(import.meta.dirname)
const folder = join(root, 'console')
// Built beside and then exchanged, so that a service that runs never serves half of one.
const fresh = join(folder, `dist.${process.pid}`)
const stamp: string = consoleStamp(root)

await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } })
await writeFile(join(fresh, 'stamp'), stamp)
await rm(join(folder, 'dist'), { recursive: true, force: true })
await rename(fresh, join(folder, 'dist'))
