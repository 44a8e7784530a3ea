/** What `npm run release` does. `--output <folder>` says where to; without it `release/`. */
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeRelease, ReleaseRefused } from './release/make-release.ts'

const { values } = parseArgs({ options: { output: { type: 'string', default: 'release' } } })
const output = resolve(values.output)

try {
  const files = await makeRelease(dirname(import.meta.dirname), output)
  console.log(`Wrote to ${output}:\n${files.map((file) => `  ${file}`).join('\n')}`)
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
