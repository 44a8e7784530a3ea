/** What `search` looks at. */
import type { Connection } from './database.ts'

/** Nearly every description begins with its title; that is not written twice, because the index reads every letter. */
export function searchText(id: string, title: string, description: string, conclusion: string): string {
  const fields = description.includes(title) ? [id, description, conclusion] : [id, title, description, conclusion]
  return foldCase(fields.join('\n'))
}

/**
 * Lower case as JavaScript knows it, because the store's own idea of case depends on its locale. A sigma that ends a word
 * has a small form of its own, which a part of a word must find too.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/** After its title or description changed; the conclusion in force stays as it is. */
export async function rewordText(connection: Connection, incidentId: string): Promise<void> {
  const { rows } = await connection.query<{ document: string }>(
    'SELECT document FROM diagnoses WHERE incident_id = $1 ORDER BY version DESC LIMIT 1',
    [incidentId],
  )
  const { conclusion = '' } = JSON.parse(rows[0]?.document ?? '{}') as { conclusion?: string }
  await addConclusion(connection, incidentId, conclusion)
}

/** The conclusion in force is found too; one that was replaced is not. */
export async function addConclusion(connection: Connection, incidentId: string, conclusion: string): Promise<void> {
  const { rows } = await connection.query<{ seq: string; title: string; description: string }>(
    'SELECT seq, title, description FROM incidents WHERE id = $1',
    [incidentId],
  )
  const [row] = rows
  if (!row) return
  const text = searchText(incidentId, row.title, row.description, conclusion)
  // One after the other: whoever takes the text over meanwhile is waited for, and then it is in the other table.
  const { rowCount } = await connection.query('UPDATE fresh_texts SET text = $2 WHERE seq = $1', [row.seq, text])
  if (rowCount === 0) await connection.query('UPDATE incident_texts SET text = $2 WHERE seq = $1', [row.seq, text])
}
