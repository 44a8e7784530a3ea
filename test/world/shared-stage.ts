/** What all tests of a file use, opened by the first of them; unlike a hook it leaves the file a guest in its process. */
import { after, type TestContext, test } from 'node:test'

type Run = (t: TestContext) => unknown

/** The `test` of the file. What is opened is closed at the end of the process. */
export function sharing(open: (t: TestContext) => Promise<void>): (name: string, run: Run) => void {
  const closing: (() => unknown)[] = []
  after(async () => {
    for (const close of closing) await close()
  })
  const stage = {
    passed: true,
    after: (close: () => unknown) => void closing.push(close),
    diagnostic: (sentence: string) => console.error(sentence),
  }
  let opening: Promise<void> | undefined
  const onStage = async (run: () => unknown) => {
    opening ??= open(stage as unknown as TestContext)
    await opening
    await run()
  }
  return (name, run) => {
    void test(name, (t) =>
      onStage(() => run(t)).catch((error) => {
        stage.passed = false
        throw error
      }),
    )
  }
}
