/** What a claim that is not filled asks for, and what there is: its storage class, or the volume the alert names. */

import { record, text } from '../reading/loose-fields.ts'
import { isObjectName, type LookingStep, readObject } from './looking.ts'

export const lookAtStorage: LookingStep = ({ subject, cluster, isAside }) => {
  if (isAside) return []
  const volume = subject.labels.persistentvolume
  const isClassMissing = cluster.described.some(({ claims }) =>
    claims.some(({ phase, storage_class }) => phase !== 'Bound' && record(storage_class).exists !== true),
  )
  const isClaimWaiting = cluster.objects.some(
    ({ kind, whole }) => kind === 'PersistentVolumeClaim' && text(record(whole.status).phase) !== 'Bound',
  )
  return [
    ...(isObjectName(volume) ? [readObject(`describe pv ${volume}`)] : []),
    ...(isClassMissing || isClaimWaiting ? [readObject('get storageclasses')] : []),
  ]
}
