import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { TestContext } from 'node:test'

/**
 * Whether a program of a Debian package is here. Where it is not, the test is skipped with the sentence that says what to
 * install; with CI=true it fails with it, because there every test must run.
 */
export async function hasProgram(t: TestContext, path: string, debianPackage: string): Promise<boolean> {
  const isThere = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  const sentence = `${path} is missing. Install it, on Debian with: apt-get install --no-install-recommends ${debianPackage}`
  if (!isThere && process.env.CI === 'true') throw new Error(sentence)
  if (!isThere) t.skip(sentence)
  return isThere
}
