/** Several worlds at once, each with its share of the faults: most of a fault is waiting, and that can be done beside each other. */
import { type Counts, faultsOf } from './faults.ts'
import { breakDuringWorkflow, type WorkflowOptions } from './workflow.ts'

/** One after the other is `worlds: 1`. Each chooses by a seed of its own; what one says begins with its number. */
export async function breakBesideEachOther({
  worlds,
  ...options
}: WorkflowOptions & { worlds: number }): Promise<boolean> {
  if (worlds === 1) return breakDuringWorkflow(options)
  const { counts, seed, print } = options
  const kept = await Promise.all(
    sharesOf(counts, worlds).map((share, at) => {
      const say = (line: string) => print(`[${at + 1}] ${line}`)
      return breakDuringWorkflow({ ...options, counts: share, seed: seed + at, print: say }).catch((error: Error) => {
        say(`✗ ${error.message}`)
        return false
      })
    }),
  )
  const broken = kept.flatMap((isKept, at) => (isKept ? [] : [at + 1]))
  print(broken.length === 0 ? `all ${kept.length} kept every promise` : `✗ broken: ${broken.join(', ')}`)
  return broken.length === 0
}

/** As even as can be; nobody is left without a fault. */
function sharesOf(counts: Counts, worlds: number): Counts[] {
  const deal = faultsOf(counts)
  const shares = Array.from({ length: Math.min(worlds, deal.length) }, (): Counts => ({}))
  deal.forEach((name, at) => {
    const share = shares[at % shares.length] as Counts
    share[name] = (share[name] ?? 0) + 1
  })
  return shares
}
