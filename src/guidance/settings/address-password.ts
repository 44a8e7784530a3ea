/** An address may carry a user and a password; they are nobody's to read, also where the rest is written wrongly. */
const SCHEME = /^\s*https?:?[\\/]+/i

export function withoutPassword(address: string): string {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return withoutEverythingBeforeAt(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}

function withoutEverythingBeforeAt(text: string): string {
  const at = text.lastIndexOf('@')
  return at < 0 ? text : `${SCHEME.exec(text)?.[0] ?? ''}${text.slice(at + 1)}`
}
