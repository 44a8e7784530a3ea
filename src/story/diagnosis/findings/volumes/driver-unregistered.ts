/** A storage driver that one node does not know: its agent there never announced itself to the kubelet, and a new one would. */
import { noAction, restartGate } from '../../cluster/gates.ts'
import { agentsOf, refusedByOneNode } from '../../cluster/nodes/unknown-driver.ts'
import { citeEvent } from '../../cluster/pods/events-about.ts'
import { sayMany } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, fault } from '../../finding.ts'
import { FOLLOWS } from '../cluster-fault.ts'

export const driverUnregistered: Analyzer = (scene) => {
  const { cluster, now } = scene
  const refused = cluster && refusedByOneNode(cluster)
  if (!refused) return []
  const { node, driver, pods, events } = refused
  const agents = agentsOf(cluster, refused)
  const [agent] = agents
  const isOne = agent !== undefined && agents.length === 1
  const why = `A new process of the driver's agent on ${node} announces itself to the kubelet there.`
  const whose = isOne ? ` Its agent there, pod ${agent.name}, runs and is not registered.` : ''
  return [
    fault({
      kind: 'driver_unregistered',
      statement: `Node ${node} does not know the storage driver ${driver} (not found in the list of registered CSI drivers), so the volumes of ${sayMany(pods.length, 'pod')} there cannot be mounted; on no other node this is said.${whose}`,
      evidence: [...events.slice(0, 2).map(citeEvent), isOne && cite(agent.exhibit, agent.name)],
      confidence: isOne ? 0.9 : 0.8,
      subject: { kind: 'Node', name: node },
      ...(isOne && { restsOn: [{ kind: 'Pod', namespace: agent.namespace, name: agent.name }] }),
      explains: ['volume_mount_fails', ...FOLLOWS],
      ...(isOne
        ? restartGate({ cluster, now, pod: agent, why })
        : noAction(`Which pod on ${node} is the agent of ${driver} was not seen.`)),
      suggestions: [`Look why the agent of ${driver} on ${node} did not announce itself to the kubelet.`],
    }),
  ]
}
