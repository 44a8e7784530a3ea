/** The overview: what runs in the alert's namespace and what the cluster says happened there. */
import type { PluginCall } from '../../../../plugins/plugin.ts'
import type { Subject } from '../../subject.ts'
import { isAboutNodeOnly, isOnlyNodeNamed } from '../subject/subject-of-alert.ts'
import { call, isObjectName, type LookingStep } from './looking.ts'

const EVERYWHERE = '*'
/** Of each kind; where a group names more, one look everywhere serves for all. */
const BESIDE_MAX = 2

export const lookAround: LookingStep = ({ subject, isAside }) => {
  const { namespace, node } = subject
  if (isAboutNodeOnly(subject) || isOnlyNodeNamed(subject))
    return [
      call('list_pods', { namespace: EVERYWHERE, ...(isObjectName(node) && { node }) }),
      call('get_events', { namespace: EVERYWHERE }),
      ...(isAside ? [] : [...nodesBeside(subject), ...placesBeside(subject, true)]),
    ]
  if (!isObjectName(namespace)) return isAside ? [] : [call('list_pods', { namespace: EVERYWHERE })]
  return [
    call('list_pods', { namespace }),
    call('get_events', { namespace }),
    ...(isAside ? [] : placesBeside(subject, false)),
  ]
}

/** Where the other alerts of the notification happen. */
function placesBeside(subject: Subject, isHeardEverywhere: boolean): PluginCall[] {
  const others = eachOnce((subject.beside ?? []).map(({ namespace }) => namespace)).filter(
    (one) => one !== subject.namespace,
  )
  const places = others.length > BESIDE_MAX ? [EVERYWHERE] : others
  return places.flatMap((namespace) => [
    call('list_pods', { namespace }),
    ...(isHeardEverywhere ? [] : [call('get_events', { namespace })]),
  ])
}

function nodesBeside({ node: first, beside = [] }: Subject): PluginCall[] {
  const others = eachOnce(beside.map(({ node }) => node)).filter((one) => one !== first)
  return others.slice(0, BESIDE_MAX).map((node) => call('list_pods', { namespace: EVERYWHERE, node }))
}

function eachOnce(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names)].filter(isObjectName)
}
