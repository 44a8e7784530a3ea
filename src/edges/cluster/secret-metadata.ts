import type { ClusterObject } from '../../ports/cluster.ts'

/** Asks the server for the metadata alone, so that a Secret's values never travel. */
export const METADATA_ONLY = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=1'
export const LIST_METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=1'

/**
 * Should a server send the values all the same, they end here. So do the annotations: `kubectl apply` keeps a copy of the
 * whole Secret in one of them.
 */
export function withoutValues({ metadata }: ClusterObject): ClusterObject {
  const { annotations: _, ...rest } = metadata
  return { kind: 'Secret', metadata: rest }
}
