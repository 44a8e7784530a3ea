/** What `npm run check` says before a commit: types, form, the plan of the house, and whether generated documents are fresh. */
import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { text } from 'node:stream/consumers'

type Check = { name: string; args: string[] }
type Result = Check & { passed: boolean; seconds: number; output: string }

const DOCUMENTS = 'scripts/generate-docs.ts'

// All are run by this very Node: a shim's own first line would find whichever Node is on the PATH.
const checks: Check[] = [
  { name: 'types', args: typing('tsconfig.json', 'types') },
  { name: 'console', args: typing('console/tsconfig.json', 'console') },
  { name: 'form', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'] },
  { name: 'house', args: ['--test', '--test-reporter=dot', ...globSync('test/house/*.test.ts')] },
  ...(existsSync(DOCUMENTS) ? [{ name: 'documents', args: [DOCUMENTS, '--check'] }] : []),
]

const results = await Promise.all(checks.map(run))
for (const { output, passed } of results) if (!passed) console.log(`\n${output.trim()}`)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1

/** What was right the last time, and what it rests on is as it was, is not looked at again. */
function typing(project: string, name: string): string[] {
  const remembered = `node_modules/.cache/firebreak/${name}.tsbuildinfo`
  return ['node_modules/typescript/bin/tsc', '--project', project, '--incremental', '--tsBuildInfoFile', remembered]
}

async function run(check: Check): Promise<Result> {
  const started = performance.now()
  const child = spawn(process.execPath, check.args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [code, ...outputs] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const result = {
    ...check,
    passed: code === 0,
    seconds: (performance.now() - started) / 1000,
    output: outputs.join(''),
  }
  console.log(`${result.passed ? 'passed' : 'FAILED'}  ${result.name.padEnd(10)} ${result.seconds.toFixed(1)} s`)
  return result
}
