/** What reached the pretend world: every request, and every write apart. One recorder may serve several simulators. */
export type RecordedRequest = {
  /** The simulator that heard it, as in `kubernetes`. */
  system: string
  method: string
  /** With the query, as it was sent. */
  path: string
  contentType: string | undefined
  accept: string | undefined
  /** Who asked, as far as the token tells. */
  authorization: string | undefined
  /** Parsed where it is JSON. */
  body: unknown
  at: Date
  /** Undefined while no answer was given: the request hangs, or its connection was cut. */
  status?: number
}

/** An attempt to change something, whether or not it was let through; `status` tells. */
export type RecordedEffect = {
  system: string
  verb: string
  kind: string
  namespace?: string
  name: string
  subresource?: string
  body: unknown
  isDryRun: boolean
  at: Date
  status: number
}

export class Recorder {
  readonly requests: RecordedRequest[] = []
  readonly effects: RecordedEffect[] = []

  /** What was really changed: neither refused nor a dry run. */
  changes(): RecordedEffect[] {
    return this.effects.filter(({ isDryRun, status }) => !isDryRun && status < 300)
  }
}
