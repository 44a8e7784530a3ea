/** The API writes amounts as `250m`, `128Mi`, `1e3` or `2`; one number makes them comparable. */
const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}

/** Undefined where it is no quantity: nothing is guessed. */
export function readQuantity(text: unknown): number | undefined {
  const found = /^([+-]?\d+(?:\.\d*)?|[+-]?\.\d+)(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i)?)$/.exec(String(text ?? ''))
  if (!found) return undefined
  const [, digits, exponent = '', suffix = ''] = found
  return Number(`${digits}${exponent}`) * (SUFFIXES[suffix] ?? 1)
}

/** As people write it: cores with three digits, memory in Mi. */
export function writeQuantity(resource: string, amount: number): string {
  if (resource === 'cpu') return `${Math.round(amount * 1000)}m`
  if (/memory|storage/.test(resource)) return `${Math.round(amount / 2 ** 20)}Mi`
  return String(amount)
}
