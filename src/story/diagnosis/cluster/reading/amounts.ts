/** Amounts of CPU, memory and the like, compared as numbers and said as people write them. */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'

const GIB = 2 ** 30
const MIB = 2 ** 20

export function amountOf(amounts: Readonly<Record<string, string>>, resource: string): number | undefined {
  return readQuantity(amounts[resource])
}

/** `1.5` CPU, `20Gi` memory, `2` of anything else. */
export function sayAmount(resource: string, amount: number): string {
  if (resource === 'cpu' || resource.endsWith('.cpu'))
    return amount < 1 ? `${Math.round(amount * 1000)}m` : plain(amount)
  if (!/memory|storage/.test(resource)) return plain(amount)
  return Math.abs(amount) >= GIB ? `${plain(amount / GIB)}Gi` : `${Math.round(amount / MIB)}Mi`
}

function plain(amount: number): string {
  return String(Math.round(amount * 100) / 100)
}
