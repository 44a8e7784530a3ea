/**
 * The inside of a customer's plugin process. Reads one JSON request from standard input, answers one JSON line on a
 * channel of its own (file descriptor 3), and ends. Whatever the plugin prints goes nowhere.
 */
import { readFileSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const { file, parameters } = JSON.parse(readFileSync(0, 'utf8'))

try {
  const { default: plugin } = await import(pathToFileURL(file).href)
  if (typeof plugin !== 'object' || plugin === null || typeof plugin.run !== 'function')
    throw new Error('the file has no default export with a run function')
  tell(parameters === undefined ? { manifest: describe(plugin) } : { result: await plugin.run(parameters) })
} catch (error) {
  tell({ error: error instanceof Error ? error.message : String(error) })
}
process.exit(0)

function describe({ name, description, category, parameters: schema, timeoutSeconds, risk }) {
  return { name, description, category, parameters: schema, timeoutSeconds, risk }
}

function tell(answer) {
  let bytes = Buffer.from(`${JSON.stringify(answer)}\n`)
  // One write may take less than it is given.
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(3, bytes))
}
