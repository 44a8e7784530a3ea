/** A pod waits for a volume: nobody provides it, no node can reach it, or its node does not know the driver. */
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../../cluster/gates.ts'
import { agentsOf, refusedByOneNode } from '../../cluster/nodes/node-watch.ts'
import {
  isControlPlane,
  type NodeFit,
  type Placement,
  sayPod,
  sayScheduler,
  unplacedPods,
} from '../../cluster/placement/placement.ts'
import {
  type ClaimView,
  citeClaim,
  claimRemoval,
  claimsOfPod,
  claimsRead,
  lastComplaint,
  troubleOf,
} from '../../cluster/pods/claims.ts'
import { citeEvent } from '../../cluster/pods/workload-pods.ts'
import { record, text } from '../../cluster/reading/loose-fields.ts'
import { sayMany } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { CAUSED_BY_MISSING_PODS, FOLLOWS, objectOf } from '../cluster-fault.ts'
import { openedAgain } from '../placement/open-again.ts'

const KEPT = noAction(
  'Claims and volumes hold data: nothing is deleted or rebound automatically, and a restart of the pod changes nothing.',
)

export const volumeUnbound: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const waiting = unplacedPods(scene).filter(({ decisive }) => decisive === 'volume')
  if (waiting.length > 0) return waiting.map((one) => findingOf(one, scene))
  return [...claimsAlone(cluster, scene.subject.claim), ...volumesAlone(cluster, scene.subject.labels.persistentvolume)]
}

function findingOf(placement: Placement, scene: Scene): Finding {
  const { cluster, pod, workload, described, evidence, since, message } = placement
  const claims = described ? claimsOfPod(described, pod.namespace) : []
  const troubled = claims.flatMap((claim) => {
    const complaint = lastComplaint(cluster, claim)
    const trouble = troubleOf(claim, complaint)
    return trouble === undefined ? [] : [{ claim, complaint, trouble }]
  })
  const away = /volume node affinity|volume zone/i.test(message) ? claims.filter(({ phase }) => phase === 'Bound') : []
  const gone = troubled.flatMap(({ claim }) => claimRemoval(cluster, claim, workload?.kind) ?? [])
  const volumeWords = placement.refusals.flatMap(({ kind, text: said }) => (kind === 'volume' ? [said] : []))
  const reasons = [...troubled.map(({ trouble }) => trouble), ...away.map((claim) => sayAway(claim, placement.fits))]
  const closed = away.flatMap(({ volumePlaces }) => closedThere(volumePlaces, placement.fits))
  const again = troubled.length === 0 ? openedAgain(closed, scene) : undefined
  return fault({
    kind: 'volume_unbound',
    statement: `${sayPod(placement)} cannot be placed: ${reasons.join('; ') || `its volume stands in the way (${volumeWords.join(', ')})`}.${gone.map(({ sentence }) => ` ${sentence}`).join('')}${sayClasses(cluster, troubled)}${again?.sentence ?? ''} ${sayScheduler(placement)}`,
    evidence: [
      evidence,
      again?.evidence,
      troubled.flatMap(({ claim, complaint }) => citeClaim(claim, complaint)),
      gone.flatMap((one) => one.evidence),
      away.flatMap((claim) => (claim.volumeName ? [cite(claim.exhibit, JSON.stringify(claim.volumeName))] : [])),
    ],
    confidence: reasons.length > 0 ? 0.9 : 0.7,
    subject: objectOf(pod, workload),
    since,
    explains: CAUSED_BY_MISSING_PODS,
    ...(again ? { ...again.gated, restsOn: [{ kind: 'Node', name: again.node.name }] } : KEPT),
    suggestions: [
      ...(gone.length > 0 ? gone.flatMap(({ cure }) => cure) : troubled.map(({ claim }) => sayCure(claim))),
      ...away.map((claim) => sayAwayCure(claim, placement.fits)),
    ],
  })
}

/** The volume is bound to a place; which nodes are there, and why not they? */
function sayAway({ name, volumeName, volumePlaces }: ClaimView, fits: readonly NodeFit[]): string {
  const there = nodesThere(volumePlaces, fits)
  const places = volumePlaces.join(' and ')
  const where = places ? ` only reachable from nodes with ${places}` : ' bound to nodes of another zone'
  const nobody = `no node is there (${sayPlaces(volumePlaces, fits) || 'volume node affinity conflict'})`
  const nodes = there.length === 0 ? nobody : `there ${there.map(sayObstacle).join(', ')}`
  return `its volume ${volumeName} (claim ${name}) is${where}, and ${nodes}`
}

function nodesThere(places: readonly string[], fits: readonly NodeFit[]): NodeFit[] {
  return places.length === 0 ? [] : fits.filter(({ node }) => places.every((place) => isThere(node.labels, place)))
}

function closedThere(places: readonly string[], fits: readonly NodeFit[]) {
  return nodesThere(places, fits).flatMap(({ node, isCordoned, isUnwell }) => (isCordoned && !isUnwell ? [node] : []))
}

function isThere(labels: Readonly<Record<string, string>>, place: string): boolean {
  const [, key = '', one, several] = /^(\S+?)(?:=(\S+)| In \[(.*)\])$/.exec(place) ?? []
  const values = one === undefined ? (several ?? '').split(', ') : [one]
  return values.includes(labels[key] ?? '')
}

function sayObstacle(fit: NodeFit): string {
  const { node, isCordoned, isUnwell, tooSmall, full } = fit
  if (isUnwell) return `node ${node.name} is not ready`
  if (isCordoned) return `node ${node.name} is cordoned`
  if (isControlPlane(fit) || fit.taints.length > 0) return `node ${node.name} is tainted`
  return tooSmall.length + full.length > 0
    ? `node ${node.name} has no room`
    : `node ${node.name} does not fit otherwise`
}

/** What the nodes have of the label the volume asks for. */
function sayPlaces(places: readonly string[], fits: readonly NodeFit[]): string {
  const keys = places.flatMap((place) => /^([^\s=]+)/.exec(place)?.[1] ?? [])
  const values = keys.map((key) => {
    const values = new Set(fits.flatMap((fit) => (isControlPlane(fit) ? [] : (fit.node.labels[key] ?? 'none'))))
    return `the nodes have ${key} ${[...values].join(', ')}`
  })
  return values.join('; ')
}

type Troubled = { claim: ClaimView }

function sayClasses({ objects }: ClusterScene, troubled: readonly Troubled[]): string {
  const names = objects.filter(({ kind }) => kind === 'StorageClass').map(({ name }) => name)
  if (names.length === 0 || !troubled.some(({ claim }) => claim.classExists === false)) return ''
  return ` There are these storage classes: ${names.join(', ')}.`
}

function sayCure({ name, className, classExists, exists, deletedAt }: ClaimView): string {
  if (deletedAt)
    return `Claim ${name} cannot be kept once it is being deleted: save its data first if it is needed, let the deletion end, then create it anew.`
  if (exists === false) return `Create volume claim ${name}, or correct its name in the pod template.`
  if (classExists === false)
    return `Create storage class ${className}, or make claim ${name} anew with a class that exists (its class cannot be changed).`
  return `Find out why the provisioner does not fill claim ${name}.`
}

/** A node that is there and only closed is opened; data is moved only where no node is left. */
function sayAwayCure({ volumeName, volumePlaces }: ClaimView, fits: readonly NodeFit[]): string {
  const there = nodesThere(volumePlaces, fits)
  const closed = closedThere(volumePlaces, fits).map(({ name }) => name)
  if (closed.length > 0)
    return `Uncordon ${closed.join(' or ')} if its maintenance is over (kubectl uncordon ${closed[0]}); the data of ${volumeName} is there, and needs no restoring.`
  if (there.length > 0)
    return `Make node ${there.map(({ node }) => node.name).join(' or ')} take the pod again, or add another with ${volumePlaces.join(' and ')}; the data of ${volumeName} is only reachable from there.`
  return `Bring back a node with ${volumePlaces.join(' and ') || `access to ${volumeName}`}, or restore the data into a volume elsewhere.`
}

/** The alert names a claim, and no pod that waits for it was seen. */
function claimsAlone(cluster: ClusterScene, name: string | undefined): Finding[] {
  return claimsRead(cluster)
    .filter((claim) => claim.name === name)
    .flatMap((claim) => {
      const complaint = lastComplaint(cluster, claim)
      const trouble = troubleOf(claim, complaint)
      if (trouble === undefined) return []
      return [
        fault({
          kind: 'volume_unbound',
          statement: `${trouble.replace(/^v/, 'V')}.${sayClasses(cluster, [{ claim }])}`,
          evidence: citeClaim(claim, complaint),
          confidence: complaint || claim.classExists === false ? 0.9 : 0.6,
          subject: { kind: 'PersistentVolumeClaim', namespace: claim.namespace, name: claim.name },
          ...KEPT,
          suggestions: [sayCure(claim)],
        }),
      ]
    })
}

/** The alert names a volume itself. */
function volumesAlone({ objects, events }: ClusterScene, name: string | undefined): Finding[] {
  return objects
    .filter((one) => one.kind === 'PersistentVolume' && one.name === name)
    .flatMap(({ whole, exhibit }) => {
      const { phase, reason, message } = record(whole.status)
      const warning = events.findLast(
        (event) => event.kind === 'PersistentVolume' && event.name === name && event.isWarning,
      )
      const said = warning?.message ?? text(message)
      if (text(phase) === undefined || phase === 'Bound' || phase === 'Available') return []
      const { name: claim, namespace } = record(record(whole.spec).claimRef)
      return [
        fault({
          kind: 'volume_failed',
          statement: `Persistent volume ${name}${claim === undefined ? '' : ` (claim ${namespace}/${claim})`} is ${phase}${text(reason) ? ` (${reason})` : ''}${said === undefined ? '' : `: "${said}"`}.`,
          evidence: [citeField(exhibit, 'phase', String(phase)), warning && citeEvent(warning)],
          confidence: said === undefined ? 0.6 : 0.9,
          subject: { kind: 'PersistentVolume', name: name ?? '' },
          ...KEPT,
          suggestions: [
            `Look at volume ${name} in the storage system; release or remove it by hand when its data is safe.`,
          ],
        }),
      ]
    })
}

// A storage driver that one node does not know: its agent there never announced itself to the kubelet, and a new one
// would.

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
