#!/usr/bin/env node
/** The command `firebreak`, as `npx firebreak` in a clone finds it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runScript } from './runtime.mjs'

const EVALUATION = 'test/evaluations/run.ts'

const given = process.argv.slice(2)
const [command, file, ...others] = given

if (command === 'diagnose' && others.length === 0 && isCase(file) && existsSync(join(root, EVALUATION)))
  await runScript([EVALUATION, '--analysis', '--verbose', file])
else await runScript(['src/main.ts', ...given])

/** A case brings a world of its own, and only the tests can simulate one. Whatever is wrong with the file, the command says. */
function isCase(path) {
  try {
    const { alert, world } = JSON.parse(readFileSync(path, 'utf8'))
    return alert !== undefined && world !== undefined
  } catch {
    return false
  }
}
