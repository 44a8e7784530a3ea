/** Which installed packages an advisory is about. Ranges are written as npm writes them in advisories. */
export type Advisory = { id: string; name: string; range: string; severity: string; title: string }

export type Installed = { name: string; version: string }

type Lock = { packages: Record<string, { version?: string; link?: boolean; name?: string }> }

export function packagesOf({ packages }: Lock): Installed[] {
  return Object.entries(packages).flatMap(([path, { version, link, name }]) =>
    path === '' || link || version === undefined
      ? []
      : [{ name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version }],
  )
}

export function concerned(installed: readonly Installed[], advisories: readonly Advisory[]) {
  return installed.flatMap(({ name, version }) =>
    advisories
      .filter((advisory) => advisory.name === name && isWithin(version, advisory.range))
      .map((advisory) => ({ name, version, advisory })),
  )
}

/** `>=1.0.0 <1.2.3 || 2.0.0`: alternatives of conditions that must all hold. */
export function isWithin(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const conditions = part.trim().split(/\s+(?![\d])|(?<=\d)\s+/)
    return conditions.every((condition) => holds(version, condition.replace(/\s+/g, '')))
  })
}

function holds(version: string, condition: string): boolean {
  if (condition === '' || condition === '*') return true
  const [, sign = '=', bound = ''] = /^(<=|>=|<|>|=)?v?(.+)$/.exec(condition) ?? []
  const order = compare(version, bound)
  if (sign === '<') return order < 0
  if (sign === '<=') return order <= 0
  if (sign === '>') return order > 0
  return sign === '>=' ? order >= 0 : order === 0
}

/** A version with a pre-release comes before the one without. */
function compare(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)]
  for (let at = 0; at < 3; at += 1) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.pre === right.pre) return 0
  if (left.pre === '') return 1
  if (right.pre === '') return -1
  return left.pre.localeCompare(right.pre, 'en', { numeric: true })
}

function partsOf(version: string): { numbers: number[]; pre: string } {
  const [core = '', pre = ''] = version.split('+')[0]?.split(/-(.*)/) ?? []
  return { numbers: core.split('.').map(Number), pre }
}

/** What was known stays known; what is told again is told in newer words. */
export function addNew(known: readonly Advisory[], reported: readonly Advisory[]): Advisory[] {
  return [...new Map([...known, ...reported].map((one) => [`${one.id} ${one.name}`, one])).values()]
}
