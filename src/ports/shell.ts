/** What we ask of the machine we run on: programs, never a shell. */

export type ShellRun = { exitCode: number; stdout: string; stderr: string; isCut: boolean; isTimedOut: boolean }

export type ShellRequest = {
  /** `argv[0]` is an absolute path. */
  argv: readonly string[]
  /**
   * `files` sees nothing but the readable paths; `host` sees processes and network; `mounts` also every file system; none of
   * them writes. `free` is not fenced.
   */
  fence: 'files' | 'host' | 'mounts' | 'free'
  timeoutSeconds: number
  signal: AbortSignal
  /** Not started after it: throws TooLate. */
  before?: { leftMs(): number }
  /** What `argv[0]` was seen to be: started only as that, compared right before. Throws ProgramExchanged. */
  program?: ProgramIdentity
}

/** The path leads to another file or content by now, or this is another machine or user; nothing was started. */
export class ProgramExchanged extends Error {
  constructor(program: string) {
    super(`${program} is no longer the program of the plan: its file or content was exchanged.`)
    this.name = 'ProgramExchanged'
  }
}

/** What a path stands for right now: which file, with which content, on which machine, run as whom. */
export type ProgramIdentity = { path: string; sha256: string; host: string; user: string }

export type Shell = {
  run(request: ShellRequest): Promise<ShellRun>
  /** Throws where there is no such program. */
  identify(program: string): Promise<ProgramIdentity>
  /** By its absolute path. */
  isInstalled(program: string): Promise<boolean>
  /** The real path, where it lies under one of the paths people opened for reading. */
  readablePath(path: string): Promise<string | undefined>
  readablePaths(): readonly string[]
  /** False where the machine has no sandbox: then programs run with a scrubbed environment only. */
  isSandboxed(): Promise<boolean>
}
