import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
  license: string
}

export const VERSION = manifest.version
export const LICENCE = manifest.license
