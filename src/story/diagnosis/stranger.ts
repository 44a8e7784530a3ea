/** Who fails beside the alert while nothing ties him to it: what he began says nothing of it, and no step of it touches him. */
import { ownerName } from './lenses/entity-of.ts'

export type Stranger = { kind: string; namespace?: string; name: string }

/** He himself, or a pod that bears his name as its controller makes it. */
export function isStranger(
  { strangers = [] }: { strangers?: readonly Stranger[] },
  name: string,
  namespace?: string,
): boolean {
  return strangers.some(
    (one) =>
      (namespace === undefined || one.namespace === namespace) &&
      (name === one.name ||
        ownerName(name) === one.name ||
        (name.startsWith(`${one.name}-`) && IS_POD.test(name.slice(one.name.length)))),
  )
}

const IS_POD = /^-(?:\d{1,3}|[bcdfghjklmnpqrstvwxz2456789]{5})$/
