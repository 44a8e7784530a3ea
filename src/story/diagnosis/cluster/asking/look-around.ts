/** The overview: what runs in the alert's namespace and what the cluster says happened there. */

import { isAboutNodeOnly, isOnlyNodeNamed } from '../subject/subject-of-alert.ts'
import { call, isObjectName, type LookingStep } from './looking.ts'

const EVERYWHERE = '*'

export const lookAround: LookingStep = ({ subject, isAside }) => {
  const { namespace, node } = subject
  if (isAboutNodeOnly(subject) || isOnlyNodeNamed(subject))
    return [
      call('list_pods', { namespace: EVERYWHERE, ...(isObjectName(node) && { node }) }),
      call('get_events', { namespace: EVERYWHERE }),
    ]
  if (!isObjectName(namespace)) return isAside ? [] : [call('list_pods', { namespace: EVERYWHERE })]
  return [call('list_pods', { namespace }), call('get_events', { namespace })]
}
