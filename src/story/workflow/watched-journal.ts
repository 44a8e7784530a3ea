import type { Journal } from './run-store.ts'

/** The same journal, which remembers in which step a run broke off: people are told where to look. */
export function watchJournal(journal: Journal): { journal: Journal; failedStep(): string | undefined } {
  let failed: string | undefined
  const watch = <Result>(step: string, work: Promise<Result>) =>
    work.catch((error: unknown) => {
      // Of steps that were under way together the first is the cause, and a step within a step is nearer to it.
      failed ??= step
      throw error
    })
  return {
    journal: {
      heldForMs: () => journal.heldForMs(),
      act: (step, work, tell) => watch(step, journal.act(step, work, tell)),
      commit: (step, work) => watch(step, journal.commit(step, work)),
    },
    failedStep: () => failed,
  }
}
