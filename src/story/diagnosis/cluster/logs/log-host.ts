/** Reads out of a line of log which host it could not reach. Names found here lead to a look, never to an action. */
import { remembering } from '../../remembering.ts'

/** `isWord` where it may as well be a word of a sentence: it counts only where something bears that name. */
export type Host = { name: string; port: number | undefined; isWord?: true }

const NAME = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?(?:\\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?)*'
/** A file and its line look like a host and its port. */
const FILE =
  /\.(go|[cm]?[jt]sx?|py|rb|java|kt|rs|c|cc|cpp|h|php|exs?|cs|scala|conf|ya?ml|json|xml|html?|log|sql|sh|txt|cfg|ini|toml|properties)$/i
const OWN = /^(localhost|127\.0\.0\.1|0\.0\.0\.0|::1)$/

const SPOKEN: readonly RegExp[] = [
  new RegExp(`\\bconnect(?:ing)? to (${NAME}) port`, 'i'),
  new RegExp(`connection to (${NAME}) (?:timed out|failed|refused)`, 'i'),
  new RegExp(`server at "(${NAME})"|on host "(${NAME})"`, 'i'),
  // As Ruby names its sockets.
  new RegExp(`connect\\(2\\) for "(${NAME})" port`, 'i'),
  /remote host \((\d+\.\d+\.\d+\.\d+)\)/,
  new RegExp(`resolve ["'\`](${NAME})["'\`]`, 'i'),
  new RegExp(`timed out: ["'\`](${NAME})["'\`]`, 'i'),
  new RegExp(`\\blookup (${NAME})`, 'i'),
  new RegExp(`getaddrinfo[^a-z]*(?:ENOTFOUND|EAI_AGAIN)?\\s+(?:for )?(${NAME})`, 'i'),
  new RegExp(`(?:host name|host|resolve|address)[:=]?\\s+["'\`]?(${NAME}\\.${NAME}|${NAME}-${NAME})`, 'i'),
  new RegExp(`(?:UnknownHostException|could not resolve(?: host)?|no such host)[:\\s]+["'\`]?(${NAME})`, 'i'),
  new RegExp(`(?:host name|in upstream) "(${NAME})"`, 'i'),
  new RegExp(`\\bhost[=:]\\s*["'\`]?(${NAME})`, 'i'),
  // As PostgreSQL's clients, Kafka's and the mesh put it.
  new RegExp(`server at "(${NAME})"`, 'i'),
  new RegExp(`node -?\\d+ \\((${NAME})/`, 'i'),
]
/** Part of a sentence, in which anything may stand at that place. */
const LOOSE: readonly RegExp[] = [
  new RegExp(`can't find (${NAME})`, 'i'),
  new RegExp(`waiting for (?:host |service |server )?["'\`]?(${NAME})`, 'i'),
]
/** What is called through a mesh, beside the address its proxy chose. */
const MESH_HOST = new RegExp(`outbound\\|(\\d+)\\|[\\w.-]*\\|(${NAME})`, 'i')
const URL_HOST = new RegExp(`[a-z][a-z0-9+]*://(?:[^@/\\s]*@)?(${NAME})(?::(\\d{2,5}))?`, 'i')
const HOST_PORT = new RegExp(`(?<![\\w.:/-])(${NAME}):(\\d{2,5})(?!\\w|[:.]\\w)`, 'gi')
const NAMED_ADDRESS = new RegExp(`(?<![\\w./-])(${NAME})/(?:\\d+\\.\\d+\\.\\d+\\.\\d+|<unresolved>):(\\d{2,5})`, 'i')
const GRPC_ADDRESS = /\bipv4:(\d+\.\d+\.\d+\.\d+):(\d{2,5})/
/** What follows "host:" in an error that names none. */
const NO_NAME =
  /^(connection|unknown|name|nodename|no|none|null|error|timeout|failed|the|temporary|address|try|system|non-recoverable|dns|information)$/
const PORT_WORD = /\bport[=:\s]+"?(\d{2,5})\b/i

export const readHost = remembering(
  (line: string): Host | undefined =>
    meshHost(line) ?? urlHost(line) ?? namedAddress(line) ?? hostAndPort(line) ?? spokenHost(line) ?? wordAt(line),
)

function meshHost(line: string): Host | undefined {
  const [, port, name] = MESH_HOST.exec(line) ?? []
  return asHost(name, port)
}

const ADDRESS_LIKE = /[.\d_-]/

function wordAt(line: string): Host | undefined {
  const found = firstOf(LOOSE, line)
  return found && found.port === undefined && !ADDRESS_LIKE.test(found.name) ? { ...found, isWord: true } : found
}

/** `cart/10.96.4.2:8080` as Java writes it, `ipv4:10.96.4.2:7070` as gRPC does. */
function namedAddress(line: string): Host | undefined {
  const [, name, port] = NAMED_ADDRESS.exec(line) ?? GRPC_ADDRESS.exec(line) ?? []
  return asHost(name, port)
}

/** The name that could not be looked up; the name server that was asked stands in the same line. */
export function readUnresolvedHost(line: string): Host | undefined {
  return spokenHost(line) ?? readHost(line)
}

function urlHost(line: string): Host | undefined {
  const [, name, port] = URL_HOST.exec(line) ?? []
  return asHost(name, port)
}

/** The last one: `read tcp 10.0.0.4:51012->10.0.9.3:5432` names our own end first. */
function hostAndPort(line: string): Host | undefined {
  const all = [...line.replaceAll('->', ' ').matchAll(HOST_PORT)].flatMap(([, name, port]) => asHost(name, port) ?? [])
  return all.at(-1)
}

function spokenHost(line: string): Host | undefined {
  return firstOf(SPOKEN, line)
}

function firstOf(patterns: readonly RegExp[], line: string): Host | undefined {
  for (const pattern of patterns) {
    const name = pattern
      .exec(line)
      ?.slice(1)
      .find((one) => one !== undefined)
    const found = asHost(name, PORT_WORD.exec(line)?.[1])
    if (found) return found
  }
  return undefined
}

function asHost(name: string | undefined, port: string | undefined): Host | undefined {
  if (name === undefined || FILE.test(name) || /^\d+$/.test(name) || /^\d{1,2}\.\d+$/.test(name)) return undefined
  const lower = name.toLowerCase()
  if ((OWN.test(lower) && port === undefined) || NO_NAME.test(lower)) return undefined
  return { name: lower, port: port === undefined ? undefined : Number(port) }
}
