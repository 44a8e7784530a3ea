/** Names that a parameter of a plugin may well have, so that nobody types what is known. Others are taken all the same. */
import type { EnvironmentMap } from './environment-map.ts'

type Sources = {
  environment: EnvironmentMap
  allowedNamespaces: readonly string[]
  /** Those that TARGET_DATABASES opens. */
  databases: readonly string[]
}

type KnownNames = { namespace: string[]; database: string[]; deployment: string[] }

const NAMES_MAX = 200

export function knownNames({ environment: { services }, allowedNamespaces, databases }: Sources): KnownNames {
  return {
    namespace: sorted([...allowedNamespaces, ...services.map(({ namespace }) => namespace)]),
    database: sorted(databases),
    deployment: sorted(services.map(({ name }) => name)),
  }
}

function sorted(names: readonly string[]): string[] {
  const plain = names.filter((name) => name !== '' && name !== '*')
  return [...new Set(plain)].sort().slice(0, NAMES_MAX)
}
