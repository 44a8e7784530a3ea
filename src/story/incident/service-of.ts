/** Whose service an incident is about: the people to call on are told in the environment context. */
import type { EnvironmentMap, KnownService } from '../../guidance/environment/environment-map.ts'
import type { Incident, IncidentMember, WholeIncident } from './incident.ts'

/** Labels that name a service or what carries its name, the most telling first. */
const TELLING_LABELS = [
  'service',
  'service_name',
  'app',
  'app_kubernetes_io_name',
  'application',
  'component',
  'deployment',
  'statefulset',
  'daemonset',
  'workload',
  'container',
  'pod',
  'job',
]

/** What is asked about; only what a plan would touch need not be known yet. */
export type ServiceOwner = Incident & Pick<Partial<WholeIncident>, 'proposal'>
type Spoken = Pick<ServiceOwner, 'title' | 'description' | 'proposal'> & {
  members: readonly Pick<IncidentMember, 'labels'>[]
}

export type Named = { name: string; namespace: string | undefined }

/** Labels outrank what the plan would touch, and both outrank the text, because anybody may write into a text. */
export function serviceOf(incident: Spoken, { services }: EnvironmentMap): KnownService | undefined {
  const known = services.filter(({ name }) => name !== '')
  if (known.length === 0) return undefined
  const named = [...namesInLabels(incident), ...namesInPlan(incident)]
  for (const one of named) {
    const found = bearerOf(one, known)
    if (found) return found
  }
  const words = new Set(`${incident.title}\n${incident.description}`.split(/[^\w-]+/))
  return longest(known.filter(({ name }) => words.has(name)))
}

/** Whose service bears the name of an object, or carries it. */
export function serviceNamed(named: Named, { services }: EnvironmentMap): KnownService | undefined {
  return bearerOf(
    named,
    services.filter(({ name }) => name !== ''),
  )
}

function bearerOf(named: Named, known: readonly KnownService[]): KnownService | undefined {
  return pick(known, named, ({ name }) => name === named.name) ?? pick(known, named, ({ name }) => carries(named, name))
}

function namesInLabels({ members }: Pick<Spoken, 'members'>): Named[] {
  return members.flatMap(({ labels }) =>
    TELLING_LABELS.flatMap((label) => {
      const name = labels[label]?.trim()
      return name ? [{ name, namespace: labels.namespace }] : []
    }),
  )
}

function namesInPlan({ proposal }: Spoken): Named[] {
  const targets = proposal?.actions.flatMap((action) => action.targets) ?? []
  return targets.map(({ name, namespace }) => ({ name, namespace }))
}

/** Of two that bear one name, the one that lives there. */
function pick(services: readonly KnownService[], { namespace }: Named, fits: (service: KnownService) => boolean) {
  const fitting = services.filter(fits)
  return longest(fitting.filter((service) => service.namespace === namespace)) ?? longest(fitting)
}

/** `checkout-7d4f9c-x2x` is a pod of `checkout`. */
function carries({ name }: Named, service: string): boolean {
  return name.startsWith(`${service}-`)
}

function longest(services: readonly KnownService[]): KnownService | undefined {
  return services.toSorted((one, other) => other.name.length - one.name.length)[0]
}
