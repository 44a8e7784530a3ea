/** The parameters of this family, described once. The patterns are the API's own rules for names, so a flag or a path is none. */
import type { PropertySchema } from '../plugin.ts'

const LABEL = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?'
const SUBDOMAIN = `^${LABEL}(\\.${LABEL})*$`

export const EVERYWHERE = '*'

export const NAMESPACE = {
  type: 'string',
  description: 'Namespace, exactly as the cluster spells it.',
  default: 'default',
  pattern: `^${LABEL}$`,
  maxLength: 63,
} satisfies PropertySchema

export const NAMESPACE_OR_ALL = {
  ...NAMESPACE,
  description: 'Namespace, exactly as the cluster spells it; * looks at all namespaces.',
  pattern: `^(${LABEL}|\\*)$`,
} satisfies PropertySchema

export const POD_NAME = named('Full name of the pod, for example checkout-df6c785b4-lrd86.')
export const DEPLOYMENT = named('Name of the Deployment.')
export const NODE = named('Name of the node.')

export const CONTAINER = {
  type: 'string',
  description: 'Container of the pod; needed where it has several. Init containers count.',
  pattern: `^${LABEL}$`,
  maxLength: 63,
} satisfies PropertySchema

export const LABEL_SELECTOR = {
  type: 'string',
  description: 'Label selector, for example app=checkout,tier!=cache.',
  minLength: 1,
  maxLength: 500,
} satisfies PropertySchema

function named(description: string) {
  return { type: 'string', description, pattern: SUBDOMAIN, maxLength: 253 } satisfies PropertySchema
}

/** The port's word for all namespaces is none. */
export function scopeOf(namespace: string): { namespace?: string } {
  return namespace === EVERYWHERE ? {} : { namespace }
}
