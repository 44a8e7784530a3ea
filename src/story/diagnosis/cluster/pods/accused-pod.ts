/** Whom an error names: a pod of another workload than the one that logs it. Its own release is then not the first suspect. */
import type { PodView } from '../cluster-scene.ts'
import { type ClusterSight, workloadOf } from './workload-pods.ts'

export function accusedPod(sight: ClusterSight, words: string, complainant: string): PodView | undefined {
  return sight.pods.find(
    (pod) => words.includes(pod.name) && (workloadOf(sight, pod)?.name ?? pod.name) !== complainant,
  )
}
