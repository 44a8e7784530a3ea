/** What a claim that is not filled asks for, and what there is: its storage class, the volume of one that is gone, or the one the alert names. */

import { record, text } from '../reading/loose-fields.ts'
import { isObjectName, type LookingStep, readObject } from './looking.ts'

export const lookAtStorage: LookingStep = ({ subject, cluster, isAside }) => {
  if (isAside) return []
  const volume = subject.labels.persistentvolume
  const isClassMissing = cluster.described.some(({ claims }) =>
    claims.some(
      ({ exists, phase, storage_class }) =>
        exists !== false && phase !== 'Bound' && record(storage_class).exists !== true,
    ),
  )
  const isClaimWaiting = cluster.objects.some(
    ({ kind, whole }) => kind === 'PersistentVolumeClaim' && text(record(whole.status).phase) !== 'Bound',
  )
  const isClaimGone = cluster.described.some(({ claims }) => claims.some(({ exists }) => exists === false))
  return [
    ...(isClaimGone ? [readObject('get persistentvolumes')] : []),
    ...(isObjectName(volume) ? [readObject(`describe pv ${volume}`)] : []),
    ...(isClassMissing || isClaimWaiting ? [readObject('get storageclasses')] : []),
  ]
}
