/** Every node as one that might be closed. */
import type { ClusterScene, NodeView, PodView } from '../../cluster/cluster-scene.ts'
import { isBadNow } from '../../cluster/gates.ts'
import { whyOldScar } from '../../cluster/nodes/old-scar.ts'
import { workloadOf } from '../../cluster/pods/workload-pods.ts'
import type { Scene } from '../../scene.ts'
import type { Weighed } from '../../weigh.ts'
import { type Moved, movedIn } from '../figures.ts'
import { linesOf } from '../said.ts'
import { areApart, podFigures, wentAlike } from '../steps/compared-figures.ts'
import { accusedOf, isNamedIn } from '../steps/heard-replicas.ts'
import { isRefusedOutside, sufferingHost } from '../steps/one-host.ts'
import { isComplaint, isFar } from '../steps/release.ts'
import type { Sight } from '../steps/sight.ts'
import { builtOtherwise, isNewcomer } from '../steps/strange-host.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'
import { isTimely } from './workload-signs.ts'

export function hostCandidates(sight: Sight): Candidate[] {
  const { cluster, scene, seen } = sight
  const { facts, onset, ringOf, hypotheses } = seen
  const host = sufferingHost(cluster, seen)
  const accused = accusedPods(sight)
  const suffering = cluster.pods.filter(
    (pod) =>
      (!pod.isReady && !isDone(pod) && !isRefusedOutside(pod, seen)) ||
      facts.some(
        (one) =>
          (isComplaint(one) || isFar(one) || one.lens === 'differs') &&
          (isTimely(one, onset) || one.lens === 'differs') &&
          isAbout(one, pod, accused, cluster),
      ),
  )
  const [best] = hypotheses
  const moved = movedIn(scene.exhibits)
  const isFelt = (node: NodeView) => isBadNow(node) || suffering.some(({ nodeName }) => nodeName === node.name)
  const isAtWork = (node: NodeView) => !isFelt(node) && tellsItsEnd(node, scene)
  // Pods of a DaemonSet run on a closed host as well.
  const isFutile = (node: NodeView) => {
    const here = suffering.filter(({ nodeName }) => nodeName === node.name)
    return !isBadNow(node) && here.length > 0 && here.every(({ owner }) => owner?.kind === 'DaemonSet')
  }
  const ofHosts = moved.filter(({ labels }) => labels.pod === undefined)
  const figures = podFigures(
    ofHosts,
    cluster.nodes.map(({ name, address }) => ({ name, podIP: address })),
  )
  // What fills all of them fills who is left as well.
  const isLikeAll = (node: NodeView) => !isBadNow(node) && wentAlike(figures, node.name, onset)
  const open = cluster.nodes.filter(
    (node) => !isAtWork(node) && !isFutile(node) && !isLikeAll(node) && whyOldScar(node, cluster, scene) === undefined,
  )
  return open.map((node) => {
    const { name } = node
    const own = facts.filter(
      ({ entity, names }) =>
        entity === name || names.includes(name) || (node.address !== undefined && entity === node.address),
    )
    const itself = own.filter(({ entity }) => entity === name || entity === node.address)
    const here = suffering.filter(({ nodeName }) => nodeName === name)
    const workloads = new Set(here.flatMap((pod) => workloadOf(cluster, pod)?.name ?? []))
    // A host that is bad says so itself.
    const split = isBadNow(node) ? [] : splitHere(here, suffering, cluster)
    // A label that no other host bears is no figure.
    const differs = itself.filter(({ lens, text }) => lens === 'differs' && text.includes('{'))
    const signs: Signs = {
      apart: flag(isApartHere(name, moved, cluster)),
      ring0: flag(ringOf(name) === 0),
      ring1: flag(ringOf(name) > 0 && ringOf(name) <= 1),
      best: flag(best?.entity === name),
      meant: flag(cluster.target.node === name || scene.subject.node === name),
      host: flag(host === name),
      bad: flag(isBadNow(node)),
      says: flag(own.some((one) => one.lens === 'said' && isTimely(one, onset))),
      complains: flag(own.some((one) => isComplaint(one))),
      differs: flag(differs.length > 0),
      differs2: flag(new Set(differs.map(({ text }) => text.slice(0, text.indexOf('{')))).size > 1),
      moved: flag(itself.some((one) => isFar(one) && isTimely(one, onset))),
      state: flag(itself.some(({ lens, text }) => lens === 'state' && !REBOOTED.test(text))),
      changed: flag(itself.some(({ lens }) => lens === 'changed')),
      some: flag(here.length > 0),
      several: flag(workloads.size > 1),
      all: flag(here.length > 0 && here.length === suffering.length),
      most: suffering.length > 0 ? here.length / suffering.length : 0,
      siblings: flag(cluster.nodes.length > 2),
      split: flag(split.length > 0),
      splitSeveral: flag(new Set(split.flatMap((pod) => workloadOf(cluster, pod)?.name ?? [])).size > 1),
      down: flag(split.some((pod) => !isWell(pod))),
      ...strangeSigns(node, here, sight),
    }
    return {
      family: 'cordon',
      action: { plugin: 'cordon_node', parameters: { node: name } },
      atFault: { kind: 'Node', name },
      says: `closing node ${name} to new pods`,
      signs,
    }
  })
}

/** The replicas of which others complain by name or address, and not of their siblings. */
function accusedPods({ cluster, scene, seen }: Sight): PodView[] {
  const lines = linesOf(scene)
  const groups = Map.groupBy(cluster.pods, (pod) => `${pod.namespace} ${workloadOf(cluster, pod)?.name}`)
  return [...groups.values()].flatMap((pods) => {
    const name = pods.length > 1 ? accusedOf(lines, seen.onset, pods) : undefined
    return pods.find((pod) => pod.name === name) ?? []
  })
}

function strangeSigns(node: NodeView, here: readonly PodView[], { cluster, scene }: Sight): Signs {
  const isBuilt = builtOtherwise(node, cluster.nodes).length > 0
  const isNew = isNewcomer(node, cluster.nodes, scene.now)
  return { built: flag(isBuilt), newcomer: flag(isNew), strangeIll: flag((isBuilt || isNew) && here.length > 0) }
}

/** That it began anew says when, not that anything is wrong with it now. */
const REBOOTED = /: Rebooted \(/

const ITS_END = /\d\s?%.*\b(?:finish|remaining|left|eta)\b\W*\d|\b(?:remaining|eta)\b\W*(?:about )?\d/i

/** It is busy with something that says itself when it will be done. */
function tellsItsEnd({ name }: NodeView, scene: Scene): boolean {
  return linesOf(scene).some(({ labels, said }) => Object.values(labels ?? {}).includes(name) && ITS_END.test(said))
}

/** Those who suffer here although their like, of the same template, is well on every other host. */
function splitHere(here: readonly PodView[], suffering: readonly PodView[], { pods }: ClusterScene): PodView[] {
  return here.filter((pod) => {
    const like = pods.filter((one) => isLike(one, pod) && one.nodeName !== undefined && one.nodeName !== pod.nodeName)
    return like.length > 0 && like.every((one) => isWell(one) && !suffering.includes(one))
  })
}

/** Several replicas of one template stand here, and in one figure apart from all the others of it. */
function isApartHere(node: string, moved: readonly Moved[], { pods }: ClusterScene): boolean {
  const here = pods.filter(({ nodeName, owner }) => nodeName === node && owner !== undefined)
  const groups = Map.groupBy(here, ({ namespace, owner }) => `${namespace} ${owner?.kind} ${owner?.name}`)
  return [...groups.values()].some(([first, ...others]) => {
    if (!first || others.length === 0) return false
    const figures = podFigures(
      moved,
      pods.filter((one) => isLike(one, first)),
    )
    return areApart(
      figures,
      [first, ...others].map(({ name }) => name),
    )
  })
}

/** A ReplicaSet has one template; of Jobs each run has an owner of its own, and those of one place are alike enough. */
function isLike(one: PodView, { owner, namespace }: PodView): boolean {
  return (
    owner !== undefined &&
    one.namespace === namespace &&
    one.owner?.kind === owner.kind &&
    (owner.kind === 'Job' || one.owner.name === owner.name)
  )
}

function isWell(pod: PodView): boolean {
  return (pod.isReady && pod.restartCount === 0) || isDone(pod)
}

/** A run that came to its end is not ready, and nothing is wrong with it. */
function isDone({ phase }: PodView): boolean {
  return phase === 'Succeeded'
}

/** Whoever complains of one replica of somebody else tells of that one. */
function isAbout(one: Weighed, pod: PodView, accused: readonly PodView[], cluster: ClusterScene): boolean {
  const meant = isComplaint(one) ? accused.find((other) => isNamedIn(one.text, other)) : undefined
  if (meant) return meant === pod
  return one.pods ? isSaidThere(one.pods, pod, cluster) : [one.entity, ...one.names].includes(pod.name)
}

/** All who say it stand there, and it is not said where the others of them are. */
function isSaidThere(speakers: readonly string[], { name, nodeName }: PodView, { pods }: ClusterScene): boolean {
  return speakers.includes(name) && pods.every((one) => !speakers.includes(one.name) || one.nodeName === nodeName)
}
