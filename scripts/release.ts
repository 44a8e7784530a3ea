/** What `npm run release` does. `--output <folder>` says where to; without it `release/`. */
import { dirname, resolve } from 'node:path'
import { readArguments } from './read-arguments.ts'
import { makeRelease, ReleaseRefused } from './release/make-release.ts'

const HELP = `npm run release -- [options]

  --output FOLDER   where to; without it release/

Makes source archive, image context, bill of materials and checksums from the last commit.`

const { values } = readArguments({ output: { type: 'string', default: 'release' } }, HELP)
const output = resolve(values.output)

try {
  const files = await makeRelease(dirname(import.meta.dirname), output)
  console.log(`Wrote to ${output}:\n${files.map((file) => `  ${file}`).join('\n')}`)
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
