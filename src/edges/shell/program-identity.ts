import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, realpath } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { ProgramExchanged, type ProgramIdentity, type ShellRequest } from '../../ports/shell.ts'

/** The content counts, not the name: a link can be turned and a file exchanged between the plan and the act. */
export async function identifyProgram(program: string): Promise<ProgramIdentity> {
  await refuseMissing(program)
  const path = await realpath(program)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { uid, username } = userInfo()
  return { path, sha256: hash.digest('hex'), host: hostname(), user: `${username} (${uid})` }
}

/** Whoever had to wait for its moment looks at the file once more. */
export async function refuseExchanged({ argv: [name = ''], program }: ShellRequest): Promise<void> {
  if (program && !isDeepStrictEqual(await identifyProgram(name), program)) throw new ProgramExchanged(name)
}

/** Said by us, because the fence would say it in its own words and as if the program had run. */
export async function refuseMissing(program: string): Promise<void> {
  await access(program, constants.X_OK).catch(() => {
    throw new Error(`${program} is not installed on this machine.`)
  })
}
