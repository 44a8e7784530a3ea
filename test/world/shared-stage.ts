/** What all tests of a file use, opened by the first of them; unlike a hook it leaves the file a guest in its process. */
import { after, type TestContext, test } from 'node:test'
import { noteWhereWritten } from '../runner/written-in.ts'
import { closeLast } from './closing.ts'

type Run = (t: TestContext) => unknown

/** The `test` of the file. What is opened is closed after its last test, or, where some are not run, at the end of the process. */
export function sharing(open: (t: TestContext) => Promise<void>): (name: string, run: Run) => void {
  const closing: (() => unknown)[] = []
  let testsLeft = 0
  let opening: Promise<void> | undefined
  const close = async () => {
    opening = undefined
    for (let step = closing.shift(); step; step = closing.shift()) await step()
  }
  after(close)
  const stage = {
    passed: true,
    after: (close: () => unknown) => void closing.push(close),
    diagnostic: (sentence: string) => console.error(sentence),
  }
  const onStage = async (run: () => unknown) => {
    opening ??= open(stage as unknown as TestContext)
    await opening
    await run()
  }
  return (name, run) => {
    testsLeft += 1
    noteWhereWritten(name)
    void test(name, async (t) => {
      // A service that waits for nothing still looks at its store every second.
      closeLast(t, async () => {
        testsLeft -= 1
        if (testsLeft === 0) await close()
      })
      await onStage(() => run(t)).catch((error) => {
        stage.passed = false
        throw error
      })
    })
  }
}
