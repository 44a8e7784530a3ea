/** What we ask of the machine we run on: programs, never a shell. */
export type ShellRun = { exitCode: number; stdout: string; stderr: string; isCut: boolean; isTimedOut: boolean }

export type Shell = {
  /** `argv[0]` is an absolute path. Reading runs are sandboxed where the machine allows it. */
  run(
    argv: readonly string[],
    options: { mayWrite: boolean; timeoutSeconds: number; signal: AbortSignal },
  ): Promise<ShellRun>
  isSandboxed(): boolean
}
