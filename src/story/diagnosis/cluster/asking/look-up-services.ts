/** A name that errors give and no workload bears is that of a Service. */

import { neighboursOf } from '../routes/neighbours.ts'
import { isServiceSeen } from '../subject/behind-service.ts'
import { findServiceCommand } from './look-at-routes.ts'
import { isObjectName, type LookingStep, readObject } from './looking.ts'

const SERVICES_MAX = 1

/** Whom it selects tells who is meant. */
export const lookUpServices: LookingStep = (looking) => {
  const { cluster, isAside } = looking
  const nameless = isAside ? [] : neighboursOf(looking).filter(({ workload, from }) => !workload && from === 'log')
  return nameless
    .filter(({ name, namespace }) => isObjectName(name) && isObjectName(namespace))
    .filter((one) => [one.namespace, '*'].some((place) => cluster.listedWhole.includes(place)))
    .filter((one) => !isServiceSeen(one, cluster))
    .slice(0, SERVICES_MAX)
    .map(({ name, namespace }) => readObject(findServiceCommand(name, namespace)))
}
