/** What passes between the thread that serves and the one that reads. */
import type { FieldProblem, ProblemCode } from '../../../problem.ts'
import type { ReadNotification, SenderTerms } from '../../../story/alert/read-notification.ts'

export type Reading = { bytes: Uint8Array; terms: SenderTerms; secrets: readonly string[] }

export type ReadingAnswer =
  | { read: ReadNotification }
  | { problem: { code: ProblemCode; message: string; details: readonly FieldProblem[] } }
  | { fault: unknown }
