/** Several test files in one process; they are given as arguments. A file that cannot be read is a failed test of its own. */
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

for (const file of process.argv.slice(2))
  await import(pathToFileURL(file).href).catch((error) =>
    test(`${file} can be read`, () => {
      throw error
    }),
  )
