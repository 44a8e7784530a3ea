import type { ClusterObject } from '../../ports/cluster.ts'

/**
 * Asks the server for the metadata alone, so that a Secret's values never travel. A table with the metadata of each row is
 * what kubectl itself asks for, so every server has it; one that has none sends bare metadata. Nothing else is taken: a
 * server that knows neither answers 406, and the Secret is named among what was not seen.
 */
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1'
export const METADATA_ONLY = `${TABLE}, application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1`
export const LIST_METADATA_ONLY = `${TABLE}, application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`

type Rows = { rows?: readonly { object: ClusterObject }[] | null }

/** The objects of a table, in either answer; undefined where it is none. */
export function objectsInTable(answer: object): ClusterObject[] | undefined {
  const { kind, rows } = answer as Rows & { kind?: string }
  return kind === 'Table' ? (rows ?? []).map(({ object }) => object) : undefined
}

/**
 * Should a server send the values all the same, they end here. So do the annotations: `kubectl apply` keeps a copy of the
 * whole Secret in one of them.
 */
export function withoutValues({ metadata }: ClusterObject): ClusterObject {
  const { annotations: _, ...rest } = metadata
  return { kind: 'Secret', metadata: rest }
}
