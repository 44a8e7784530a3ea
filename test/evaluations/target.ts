/** Whom a case holds to be at fault, and whether the conclusion names it. It is told beside the verdict and decides nothing. */
import type { Expectation } from './expectation.ts'

/** As the case says, or else whom its step would touch; undefined where neither tells. */
export function isTargetNamed(conclusion: string, { target, remediation }: Expectation): boolean | undefined {
  const stated = target === undefined ? undefined : [target].flat()
  const names =
    stated?.map((one) => (typeof one === 'string' ? one : one.name)) ??
    Object.entries(remediation?.parameters_contains ?? {}).flatMap(nameOf)
  if (names.length === 0) return undefined
  const said = conclusion.toLowerCase()
  return names.some((name) => said.includes(name.toLowerCase()) || said.includes(ownerOf(name).toLowerCase()))
}

function nameOf([key, value]: [string, unknown]): string[] {
  if (key === 'namespace' || key === 'replicas') return []
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}

function ownerOf(name: string): string {
  return name.replace(/-[a-z0-9]{6,10}-[a-z0-9]{5}$/, '')
}
