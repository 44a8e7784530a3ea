/** What a Corefile says about one name: whether it is answered wrongly on purpose, or not looked up at all. */
import { BOUNDED_PATTERN } from '../../../../plugins/bounded-pattern.ts'

export type DnsRule = { line: string; why: string }

/** `fqdn` is the whole name, such as `cart.shop.svc.cluster.local`. */
export function ruleAgainst(corefile: string, fqdn: string): DnsRule | undefined {
  const lines = corefile.split('\n').map((line) => line.trim())
  return deniedBy(lines, fqdn) ?? rewrittenBy(lines, fqdn) ?? unserved(lines, fqdn)
}

/** `template CLASS TYPE [ZONE...] {` with `match` expressions and an `rcode`. */
function deniedBy(lines: readonly string[], fqdn: string): DnsRule | undefined {
  for (const [at, line] of lines.entries()) {
    const [directive, , , ...zones] = line.replace(/\s*\{$/, '').split(/\s+/)
    if (directive !== 'template') continue
    const body = lines.slice(at + 1, lines.indexOf('}', at + 1))
    const denial = body.find((one) => /^rcode\s+(NXDOMAIN|REFUSED|SERVFAIL)/i.test(one))
    const matches = body.filter((one) => one.startsWith('match '))
    const isMeant = covers(zones, fqdn) && (matches.length === 0 || matches.some((one) => isMatched(one, fqdn)))
    if (denial && isMeant) return { line, why: `answers it with ${denial}` }
  }
  return undefined
}

function covers(zones: readonly string[], fqdn: string): boolean {
  return (
    zones.length === 0 || zones.some((zone) => zone === '.' || fqdn === bare(zone) || fqdn.endsWith(`.${bare(zone)}`))
  )
}

function bare(zone: string): string {
  return zone.replace(/\.$/, '')
}

/** Go's expressions are near enough to ours; one that cannot be read, or takes too long, matches nothing. */
function isMatched(line: string, fqdn: string): boolean {
  try {
    return BOUNDED_PATTERN(line.replace(/^match\s+/, '').replace(/^["']|["']$/g, ''), '').test(`${fqdn}.`)
  } catch {
    return false
  }
}

/** A line of its own for this very name. */
function rewrittenBy(lines: readonly string[], fqdn: string): DnsRule | undefined {
  const plain = (line: string) => line.replaceAll('\\', '')
  const line = lines.find(
    (one) => /^(rewrite|hosts|file|acl|\d+\.\d+\.\d+\.\d+)\b/.test(one) && plain(one).includes(fqdn),
  )
  return line === undefined ? undefined : { line, why: 'answers it in its own way' }
}

/** Without the kubernetes plugin no name of the cluster is known. */
function unserved(lines: readonly string[], fqdn: string): DnsRule | undefined {
  const serving = lines.filter((line) => /^kubernetes\b/.test(line))
  if (
    serving.some((line) =>
      covers(
        line
          .replace(/\s*\{$/, '')
          .split(/\s+/)
          .slice(1),
        fqdn,
      ),
    )
  )
    return undefined
  const [line] = serving
  return line === undefined
    ? {
        line: lines.find((one) => one !== '') ?? '',
        why: 'has no kubernetes plugin, so no name of the cluster is known',
      }
    : { line, why: 'serves other zones than that of the cluster' }
}
