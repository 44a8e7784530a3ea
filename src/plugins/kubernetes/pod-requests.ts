import type { Container, PodSpec } from './kubernetes-objects.ts'
import { readQuantity } from './quantity.ts'

type Amounts = Map<string, number>

/**
 * What the scheduler reckons with: the sum over the containers, or the largest init container where that is more.
 * An init container that keeps running beside the others (restartPolicy Always) counts among them.
 */
export function requestsOf(spec: PodSpec): Amounts {
  const init = spec.initContainers ?? []
  const sideCars = init.filter(({ restartPolicy }) => restartPolicy === 'Always')
  const amounts = sum([...spec.containers, ...sideCars])
  for (const container of init.filter((one) => !sideCars.includes(one))) {
    for (const [resource, amount] of amountsOf(container)) {
      amounts.set(resource, Math.max(amounts.get(resource) ?? 0, amount))
    }
  }
  for (const [resource, text] of Object.entries(spec.overhead ?? {})) add(amounts, resource, readQuantity(text) ?? 0)
  return amounts
}

function sum(containers: readonly Container[]): Amounts {
  const amounts: Amounts = new Map()
  for (const container of containers) {
    for (const [resource, amount] of amountsOf(container)) add(amounts, resource, amount)
  }
  return amounts
}

/** A limit without a request is the request: the API server has filled it in, a test's object may not have it. */
function amountsOf({ resources }: Container): [string, number][] {
  const asked = { ...resources?.limits, ...resources?.requests }
  return Object.entries(asked).flatMap(([resource, text]) => {
    const amount = readQuantity(text)
    return amount === undefined ? [] : [[resource, amount] as [string, number]]
  })
}

function add(amounts: Amounts, resource: string, amount: number): void {
  amounts.set(resource, (amounts.get(resource) ?? 0) + amount)
}
