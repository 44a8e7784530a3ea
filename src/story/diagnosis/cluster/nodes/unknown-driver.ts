/** A storage driver that one node does not know: who waits for it there, and who is its agent. */
import type { ClusterScene, EventView, PodView, Shown } from '../cluster-scene.ts'
import { podEvents } from '../pods/events-about.ts'

const UNKNOWN = /driver name (\S+) not found in the list of registered CSI drivers/

type Refused = {
  node: string
  driver: string
  pods: readonly Shown<PodView>[]
  events: readonly Shown<EventView>[]
}

/** Where pods wait for a driver on one node alone; on several, the driver itself is wrong. */
export function refusedByOneNode(cluster: ClusterScene): Refused | undefined {
  const waiting = cluster.pods.flatMap((pod) => {
    const event = pod.isReady ? undefined : podEvents(cluster, pod).findLast(({ message }) => UNKNOWN.test(message))
    return event && pod.nodeName !== undefined ? [{ pod, event, node: pod.nodeName, driver: driverIn(event) }] : []
  })
  const [first] = waiting
  if (!first || waiting.some(({ node, driver }) => node !== first.node || driver !== first.driver)) return undefined
  const { node, driver } = first
  return { node, driver, pods: waiting.map(({ pod }) => pod), events: waiting.map(({ event }) => event) }
}

function driverIn({ message }: EventView): string {
  return UNKNOWN.exec(message)?.[1] ?? ''
}

const OF_EVERY_DRIVER = /^(?:driver|storage|example|kubernetes|plugin|node|disk|file|volume)$/

/** Pods of a DaemonSet on that node that bear a word of the driver's name. */
export function agentsOf({ pods }: ClusterScene, { node, driver }: Refused): Shown<PodView>[] {
  const words = driver.split(/[.\-/]/).filter((word) => word.length > 2 && !/^(?:csi|com|org|net)$/.test(word))
  const own = words.filter((word) => !OF_EVERY_DRIVER.test(word))
  return pods.filter(
    ({ owner, nodeName, name }) =>
      owner?.kind === 'DaemonSet' && nodeName === node && own.some((word) => name.includes(word)),
  )
}
