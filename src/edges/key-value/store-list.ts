/** TARGET_KV_STORES: `name=url`, divided by commas or line ends, as TARGET_DATABASES. A comma inside a password is written %2C. */
export type KeyValueTarget = { name: string; url: string }

/** `problems` are sentences for the operator; they quote names, never a url, because a url may hold a password. */
type StoreList = { targets: KeyValueTarget[]; problems: string[] }

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,62}$/u

export function readStoreList(text: string): StoreList {
  const list: StoreList = { targets: [], problems: [] }
  const entries = text.split(/[,\r\n]/).map((entry) => entry.trim())
  for (const [index, entry] of entries.filter((entry) => entry !== '').entries()) {
    const target = readTarget(entry, list.targets)
    if (typeof target === 'string') list.problems.push(`Entry ${index + 1} of TARGET_KV_STORES is left out: ${target}`)
    else list.targets.push(target)
  }
  return list
}

function readTarget(entry: string, known: readonly KeyValueTarget[]): KeyValueTarget | string {
  const equals = entry.indexOf('=')
  const name = entry.slice(0, Math.max(equals, 0)).trim()
  const url = entry.slice(equals + 1).trim()
  if (!NAME.test(name)) return 'it does not begin with a name and an equals sign, as in cache=redis://…'
  if (!isAddress(url))
    return `${name} has an address that is neither a redis:// or rediss:// url nor the path of a socket.`
  return known.some((other) => other.name === name) ? `${name} is named twice.` : { name, url }
}

function isAddress(url: string): boolean {
  return url.startsWith('/') || /^rediss?:$/i.test(URL.parse(url)?.protocol ?? '')
}
