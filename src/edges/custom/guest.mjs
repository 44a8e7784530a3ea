/**
 * The inside of a customer's plugin process. Reads one JSON request from standard input, answers one JSON line on a
 * channel of its own (file descriptor 3), and ends. Whatever the plugin prints goes nowhere.
 */
import { readFileSync, writeSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { pathToFileURL } from 'node:url'

/** Where the fence puts the socket that leads out; `GATE` in sandbox.ts. */
const GATE = '/run/firebreak/gate'

const { file, parameters, hosts = [] } = JSON.parse(readFileSync(0, 'utf8'))

// Behind Node's permissions alone a plugin is a process like ours: what it could signal it with is taken away.
if (process.permission) for (const way of ['kill', '_kill', '_debugProcess']) delete process[way]

try {
  await Promise.all(hosts.map(openWay))
  const plugin = exportOf(await import(pathToFileURL(file).href))
  if (typeof plugin !== 'object' || plugin === null || typeof plugin.run !== 'function')
    throw new Error('the file has no default export with a run function')
  tell(parameters === undefined ? { manifest: describe(plugin) } : { result: await plugin.run(parameters) })
} catch (error) {
  tell({ error: error instanceof Error ? error.message : String(error) })
}
process.exit(0)

/** A compiler that makes CommonJS of a module leaves the default export one step further in. */
function exportOf({ default: exported }) {
  return exported?.__esModule ? exported.default : exported
}

function describe({ name, description, category, parameters: schema, timeoutSeconds, risk, gate, hosts: named }) {
  return { name, description, category, parameters: schema, timeoutSeconds, risk, gate, hosts: named }
}

/** Under the address its name has here (the order of the names is that of /etc/hosts), led on to where it really is. */
function openWay(host) {
  const [name, port] = host.split(':')
  const names = [...new Set(hosts.map((each) => each.split(':')[0]))]
  const server = createServer((socket) => {
    const way = connect(GATE)
    way.write(`${host}\n`)
    for (const [one, other] of [
      [socket, way],
      [way, socket],
    ])
      one.on('error', () => {}).on('close', () => other.destroy())
    socket.pipe(way).pipe(socket)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(Number(port), `127.1.0.${names.indexOf(name) + 1}`, resolve)
  })
}

function tell(answer) {
  let bytes = Buffer.from(`${JSON.stringify(answer)}\n`)
  // One write may take less than it is given.
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(3, bytes))
}
