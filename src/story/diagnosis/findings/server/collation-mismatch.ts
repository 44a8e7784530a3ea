/** The rules by which texts are sorted changed under the database: indexes over texts may be out of order, and lookups miss rows. */
import { weightFor } from '../../database/database-finding.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { clockTime } from '../../database/session-words.ts'
import { statementLines } from '../../database/statements/statement-rise.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, fault } from '../../finding.ts'

const MISMATCH = /collation(?: "[^"]+")? .*version mismatch|has a collation version mismatch/i
const VERSIONS =
  /created using (?:collation )?version (\S+?),? but the operating system provides version (\S+?)\.?(?:\s|$)/i

export const collationMismatch: Analyzer = (scene) => {
  const { database } = scene
  const lines = statementLines(scene)
  const [first] = linesMatching(lines, MISMATCH)
  if (!database || !first) return []
  const detail = linesMatching(lines, VERSIONS).at(-1)
  const [, before, now] = VERSIONS.exec(detail?.thing.line ?? '') ?? []
  const versions = before
    ? `: it was made with collation version ${before}, and the operating system provides ${now}`
    : ''
  return [
    fault({
      kind: 'collation_mismatch',
      statement: `The server reports a collation version mismatch since ${clockTime(first.thing.at)} at least${versions}. The order of texts changed under the indexes, as with a new image or operating system: until they are rebuilt (REINDEX), lookups by text may miss rows and unique keys may let duplicates in.`,
      evidence: [cite(first.exhibit, first.thing.line), detail && cite(detail.exhibit, detail.thing.line)],
      confidence: detail ? 0.75 : 0.65,
      subject: { kind: 'Database', name: database.database },
      weight: weightFor(database, ['errors', 'restarted', 'rollbacks']),
      since: new Date(first.thing.at),
      noActionReason:
        'Rebuilding indexes takes locks and time, and duplicates have to be looked for first; a person plans it.',
      suggestions: [
        'Check the indexes over text columns (amcheck), REINDEX CONCURRENTLY those, then ALTER DATABASE … REFRESH COLLATION VERSION. Refreshing the version alone only silences the warning.',
        'Or go back to the image with the operating system of before until that is planned.',
      ],
    }),
  ]
}
