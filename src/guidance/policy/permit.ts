/** Policy's leave for one action with exactly these parameters, at one moment. Only `judge` can make one. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

declare const genuine: unique symbol

export type Permit = { readonly plugin: string; readonly digest: string; readonly [genuine]: true }

export type Action = { plugin: string; parameters: Readonly<Record<string, unknown>> }

const issued = new WeakSet<Permit>()

/** For `judge` alone; the house test sees to it that nobody else imports this. */
export function issuePermit(action: Action): Permit {
  const permit = Object.freeze({ plugin: action.plugin, digest: digestOf(action) }) as Permit
  issued.add(permit)
  return permit
}

/** The type keeps honest code out; this keeps out a value that only looks like a permit. */
export function isPermitFor(permit: Permit, action: Action): boolean {
  return issued.has(permit) && permit.plugin === action.plugin && permit.digest === digestOf(action)
}

function digestOf({ plugin, parameters }: Action): string {
  return createHash('sha256')
    .update(canonicalize({ plugin, parameters }) ?? '')
    .digest('hex')
}
