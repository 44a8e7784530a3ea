/** Each process of tests reads most of the service: what Node made of it is kept beside the packages, from run to run. */
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PLACE = resolve('node_modules/.cache/firebreak/compiled')
/** Every edit of a file leaves its former self there. */
const BYTES_MAX = 400e6

/** Where the packages are somebody else's, this run has one of its own. */
export function openCompileCache(own: string): string {
  if (process.env.NODE_COMPILE_CACHE) return process.env.NODE_COMPILE_CACHE
  try {
    mkdirSync(PLACE, { recursive: true })
    accessSync(PLACE, constants.W_OK)
    if (sizeOf(PLACE) > BYTES_MAX) rmSync(PLACE, { recursive: true, force: true })
    return PLACE
  } catch {
    return own
  }
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
