/** Whether a database server's own volume runs out of room, as the cluster shows it: then those who watch the server are asked why. */
import type { DescribedPod } from '../../cluster/cluster-scene.ts'
import { isDatabaseServer } from '../../cluster/pods/stored-data.ts'
import { text } from '../../cluster/reading/loose-fields.ts'
import type { Scene } from '../../scene.ts'
import { isFull, isNearlyFull, volumesOf } from '../../signals/volumes.ts'

const NO_SPACE = /no space left|disk full|could not (?:extend|write to) file/i
const OWN_FILES = /\bpg_wal\b|\bbase\/\d+\/|\bpgsql_tmp\b|pg_xact|xlogtemp/

export function lacksRoom({ subject, cluster, signals }: Scene): boolean {
  if (!cluster) return false
  const said = cluster.logs.flatMap(({ lines }) => lines.map((line) => line.text))
  if (said.some((line) => NO_SPACE.test(line) && OWN_FILES.test(line))) return true
  const short = signals ? volumesOf(signals).filter((one) => isFull(one) || isNearlyFull(one)) : []
  const claims = [...short.map(({ claim }) => claim), ...(subject.claim === undefined ? [] : [subject.claim])]
  return claims.some((claim) => cluster.described.some((one) => mounts(one, claim) && isDatabaseServer(one)))
}

function mounts({ claims }: DescribedPod, claim: string): boolean {
  return claims.some(({ name }) => text(name) === claim)
}
